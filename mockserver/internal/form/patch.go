package form

import (
	"slices"

	"github.com/tourney-go/tourney/internal/jsoncodec"
	"github.com/tourney-go/tourney/internal/node"
)

// WithPatch returns a value with the changes of a patch (RFC 7396): an object in the patch changes the members that it
// names, and null removes a member. The names in the patch can be in any letter case.
func WithPatch(target, patch node.Node) node.Node {
	if patch.Kind != node.Object {
		return patch
	}
	if target.Kind != node.Object {
		target = node.Node{Kind: node.Object}
	}
	out := node.Node{Kind: node.Object, Members: slices.Clone(target.Members)}
	places := map[string]int{} // the members by their folded names, because a patch can have many members
	for i := range out.Members {
		places[node.FoldedName(out.Members[i].Name)] = i
	}
	removed := map[int]bool{}
	for _, m := range patch.Members {
		name := node.FoldedName(m.Name)
		i, known := places[name]
		switch {
		case m.Kind == node.Null && known:
			removed[i] = true
			delete(places, name)
		case m.Kind == node.Null:
		case known:
			out.Members[i].Node = WithPatch(out.Members[i].Node, m.Node)
		default:
			places[name] = len(out.Members)
			out.Members = append(out.Members, node.Member{Name: m.Name, Node: WithPatch(node.Node{}, m.Node)})
		}
	}
	left := out.Members[:0]
	for i, m := range out.Members {
		if !removed[i] {
			left = append(left, m)
		}
	}
	out.Members = left
	return out
}

// PatchOf returns the patch that turns the object before into the object after.
func PatchOf(before, after node.Node) node.Node {
	patch := node.Node{Kind: node.Object}
	find := func(n node.Node, name string) *node.Node {
		for i := range n.Members {
			if n.Members[i].Name == name {
				return &n.Members[i].Node
			}
		}
		return nil
	}
	for _, m := range before.Members {
		if find(after, m.Name) == nil {
			patch.Members = append(patch.Members, node.Member{Name: m.Name, Node: node.Node{Kind: node.Null}})
		}
	}
	for _, m := range after.Members {
		was := find(before, m.Name)
		switch {
		case was == nil:
			patch.Members = append(patch.Members, m)
		case jsoncodec.SameNode(*was, m.Node):
		case was.Kind == node.Object && m.Kind == node.Object:
			patch.Members = append(patch.Members, node.Member{Name: m.Name, Node: PatchOf(*was, m.Node)})
		default:
			patch.Members = append(patch.Members, m)
		}
	}
	return patch
}
