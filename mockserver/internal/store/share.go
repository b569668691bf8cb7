package store

import "container/list"

// Share is a part of the memory of a keeper for something that is no form of a row.
type Share struct {
	size int64
	drop func()
	at   *list.Element // of the keeper's list; nil when the share has ended
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
	s := &Share{size: size, drop: drop}
	k.mu.Lock()
	defer k.mu.Unlock()
	s.at = k.shares.PushBack(s)
	k.shared += size
	for k.shared > most {
		oldest := k.shares.Front().Value.(*Share) //nolint:forcetypeassert // a list of shares
		k.endLocked(oldest)
		oldest.drop()
	}
	k.makeRoom()
	return s
}

// GiveBack ends a share, unless the keeper took it back before.
func (k *Keeper) GiveBack(s *Share) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s.at != nil {
		k.endLocked(s)
	}
}

func (k *Keeper) endLocked(s *Share) {
	k.shares.Remove(s.at)
	s.at = nil
	k.shared -= s.size
}
