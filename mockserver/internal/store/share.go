package store

import "slices"

// Share is a part of the memory of a keeper for something that is no form of a row.
type Share struct {
	size int64
	drop func()
}

// Size returns the size of the share in bytes.
func (s *Share) Size() int64 { return s.size }

// sharesOfLimit is which part of the limit all shares together can take.
const sharesOfLimit = 8

// Share returns a share of this many bytes. It returns nil for more than an eighth of the limit. All shares together
// take an eighth at most: the keeper takes the oldest ones back, and calls their functions. They must drop what is in
// the share, and must not call the keeper.
func (k *Keeper) Share(size int64, drop func()) *Share {
	most := k.limit / sharesOfLimit
	if size > most {
		return nil
	}
	s := &Share{size, drop}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.shares, k.shared = append(k.shares, s), k.shared+size
	for k.shared > most {
		oldest := k.shares[0]
		k.shares, k.shared = slices.Delete(k.shares, 0, 1), k.shared-oldest.size
		oldest.drop()
	}
	k.makeRoom()
	return s
}

// GiveBack ends a share, unless the keeper took it back before.
func (k *Keeper) GiveBack(s *Share) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.Index(k.shares, s); i >= 0 {
		k.shares, k.shared = slices.Delete(k.shares, i, i+1), k.shared-s.size
	}
}
