package mockserver

// source is a file that brought rows of a version, as one write. The next versions show them too, until a write shows
// others in their place. Earlier versions then hold their memory.
type source struct {
	before *source // the file before, whose rows are still there; nil for none
	files  int     // how many they are
	bytes  int64   // of memory that the rows take, roughly
}

// perRow is roughly the memory that a row takes beside its texts.
const perRow = 512

// with returns a source behind others. The bytes are those of the file.
func (s *source) with(bytes int64, rows int) *source {
	return &source{before: s, files: s.count() + 1, bytes: bytes + perRow*int64(max(rows, 0))}
}

func (s *source) count() int {
	if s == nil {
		return 0
	}
	return s.files
}

// ended returns the memory of the files whose rows another version does not show.
func (s *source) ended(next *source) (bytes int64) {
	for s != next {
		if s.count() >= next.count() {
			bytes += s.bytes
			s = s.before
		} else {
			next = next.before
		}
	}
	return bytes
}
