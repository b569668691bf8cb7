package store

import "slices"

// Fill gives an empty map n keys with values, as Set would in the order of their numbers, for a fraction of the cost.
// The function of returns the key and the value with a number, from 0. The keys must be different. Fill panics if the
// map ever had a key.
func (m *Map[K, V]) Fill(n int, of func(i int) (K, V)) {
	if m.entries.root != nil || m.entries.tail != nil {
		panic("store: Fill of a map that is not empty")
	}
	entries := make([]entry[K, V], n)
	for i := range entries {
		entries[i].key, entries[i].value = of(i)
	}
	m.entries = trieOf(m.owner(), entries)
}

// trieOf returns the trie with these entries, whose keys are different. It uses the memory of the entries.
func trieOf[K comparable, V any](by *owner, entries []entry[K, V]) trie[K, V] {
	if len(entries) == 0 {
		return trie[K, V]{}
	}
	var highest int64
	for i := range entries {
		if id, isID := any(entries[i].key).(int64); isID {
			highest = max(highest, id)
		}
	}
	return trie[K, V]{root: bucketOf(by, 0, entries, make([]entry[K, V], len(entries))), highest: highest}
}

// bucketOf returns the bucket at a depth with these entries. It sorts them by the kids that they belong to into the
// spare memory, and each kid does the same in the other direction.
func bucketOf[K comparable, V any](by *owner, depth int, entries, spare []entry[K, V]) *bucket[K, V] {
	if len(entries) <= perBucket || depth == deepest {
		return &bucket[K, V]{by: by, entries: slices.Clone(entries)}
	}
	ends := sortByKid(depth, entries, spare)
	b, from := &bucket[K, V]{by: by, kids: make([]*bucket[K, V], fanOut)}, 0
	for i, to := range ends {
		if from < to {
			b.kids[i] = bucketOf(by, depth+1, spare[from:to], entries[from:to])
		}
		from = to
	}
	return b
}

// sortByKid copies the entries of a bucket at a depth, those of its first kid first, and returns where those of each
// kid end. The entries of a kid stay in their order.
func sortByKid[K comparable, V any](depth int, from, to []entry[K, V]) (ends [fanOut]int) {
	for i := range from {
		ends[kidAt(depth, from[i].key)]++
	}
	var next [fanOut]int
	for i := 1; i < fanOut; i++ {
		next[i] = next[i-1] + ends[i-1]
	}
	for i := range from {
		kid := kidAt(depth, from[i].key)
		to[next[kid]] = from[i]
		next[kid]++
	}
	return next
}

// kidAt returns the index of the kid that a key belongs to in a bucket at a depth.
func kidAt[K comparable](depth int, k K) uint64 { return hashOf(k) >> (depth * hashBits) % fanOut }
