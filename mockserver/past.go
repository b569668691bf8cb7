package mockserver

import "fmt"

// past keeps the versions before the newest one in a circle, up to a limit. Their numbers have no gap.
type past struct {
	limit int
	kept  []*version
	first int // index of the oldest version, once the circle is full
}

// add keeps the version that was the newest until now.
func (p *past) add(v *version) {
	switch {
	case p.limit == 0:
	case len(p.kept) < p.limit:
		p.kept = append(p.kept, v)
	default:
		p.kept[p.first] = v
		p.first = (p.first + 1) % p.limit
	}
}

// at returns the version that a write made. The error names the numbers that are there.
func (p *past) at(number int64, newest *version) (*version, error) {
	oldest := newest.number - int64(len(p.kept))
	expected := fmt.Sprintf("expected %d to %d", oldest, newest.number)
	switch {
	case number == newest.number:
		return newest, nil
	case number < 0 || number > newest.number:
		return nil, fmt.Errorf("there is no write %d: %s", number, expected)
	case number < oldest:
		return nil, fmt.Errorf("write %d is no longer kept: %s: RewindLimit keeps more", number, expected)
	}
	return p.kept[(p.first+int(number-oldest))%len(p.kept)], nil
}
