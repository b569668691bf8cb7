package model

// Source is a file that brought rows of a version, as one write. The next versions show them too, until a write shows
// others in their place. Earlier versions then hold their memory.
type Source struct {
	before *Source // the file before, whose rows are still there; nil for none
	files  int     // how many they are
	Bytes  int64   // of memory that the rows take, roughly
}

// PerRow is roughly the memory that a row takes beside its texts.
const PerRow = 512

// With returns a source behind others. The bytes are those of the file.
func (s *Source) With(bytes int64, rows int) *Source {
	return &Source{before: s, files: s.count() + 1, Bytes: bytes + PerRow*int64(max(rows, 0))}
}

func (s *Source) count() int {
	if s == nil {
		return 0
	}
	return s.files
}

// Ended returns the memory of the files whose rows another version does not show.
func (s *Source) Ended(next *Source) (bytes int64) {
	for s != next {
		if s.count() >= next.count() {
			bytes += s.Bytes
			s = s.before
		} else {
			next = next.before
		}
	}
	return bytes
}
