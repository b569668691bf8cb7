// Command peers compares our JSON codec with the codecs of other libraries, on the same pages and in one process. It
// prints how many times as fast as encoding/json each codec is. See docs/benchmarks.md.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"text/tabwriter"
	"time"

	"github.com/bytedance/sonic"
	experiment "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"

	"github.com/tourney-go/tourney/internal/dev/bench/pages"
	"github.com/tourney-go/tourney/internal/dev/bench/timing"
	"github.com/tourney-go/tourney/internal/jsoncodec"
)

func main() {
	if err := run(os.Stdout, timing.Measure); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// codec is the JSON codec of a library. The first use of a type is not measured, because sonic compiles code then.
type codec struct {
	name      string
	unmarshal func([]byte, any) error
	marshal   func(any) ([]byte, error)
}

const standard = "encoding/json"

var (
	ours = codec{
		"ours", func(b []byte, v any) error { return jsoncodec.Unmarshal(b, v, jsoncodec.Limits{}) }, jsoncodec.Marshal,
	}
	others = []codec{
		{standard, json.Unmarshal, json.Marshal},
		{"goccy/go-json", goccy.Unmarshal, goccy.Marshal},
		{"bytedance/sonic", sonic.Unmarshal, sonic.Marshal},
		{"go-json-experiment", experimentUnmarshal, experimentMarshal},
	}
)

func experimentUnmarshal(b []byte, v any) error { return experiment.Unmarshal(b, v) }
func experimentMarshal(v any) ([]byte, error)   { return experiment.Marshal(v) }

type measure func([]timing.Contender) (map[string][]time.Duration, error)

func run(out io.Writer, measure measure) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	plain, err := pages.Plain()
	if err != nil {
		return err
	}
	err = errors.Join(
		compare(w, measure, "players", pages.Players()),
		compare(w, measure, "teams with rosters", pages.Teams()),
		compare(w, measure, "players in plain types", plain),
	)
	return errors.Join(err, w.Flush())
}

// compare measures all codecs on one page.
func compare[T any](w io.Writer, measure measure, name string, page T) error {
	body, err := jsoncodec.Marshal(page)
	if err != nil {
		return err
	}
	codecs := append([]codec{ours}, others...)
	for _, c := range codecs {
		if err := agrees(c, body, page); err != nil {
			return fmt.Errorf("%s, %s: %w", name, c.name, err)
		}
	}
	fmt.Fprintf(w, "%s, %d kB\tdecode\ttimes encoding/json\tencode\ttimes encoding/json\n", name, len(body)/1000)
	decoding, err := measure(contenders(codecs, func(c codec) error { return c.unmarshal(body, new(T)) }))
	if err != nil {
		return err
	}
	encoding, err := measure(contenders(codecs, func(c codec) error { return discard(c.marshal(&page)) }))
	if err != nil {
		return err
	}
	for _, c := range codecs {
		fmt.Fprintf(w, "%s\t%s\t%s\n", c.name, cells(decoding, c.name), cells(encoding, c.name))
	}
	fmt.Fprintf(w, "ours : the best of the others\t\t%.2f\t\t%.2f\n\n", lead(decoding), lead(encoding))
	return nil
}

var errDiffers = errors.New("it reads something else")

// agrees checks that a codec decodes the page to the same values as ours, and that the codec encodes these values
// correctly.
func agrees[T any](c codec, body []byte, want T) error {
	written, err := c.marshal(&want)
	if err != nil {
		return err
	}
	for _, body := range [][]byte{body, written} {
		var got T
		if err := c.unmarshal(body, &got); err != nil {
			return err
		}
		if !reflect.DeepEqual(got, want) {
			return errDiffers
		}
	}
	return nil
}

func contenders(codecs []codec, do func(codec) error) (list []timing.Contender) {
	for _, c := range codecs {
		list = append(list, timing.Contender{Name: c.name, Do: func() error { return do(c) }})
	}
	return list
}

func discard(_ []byte, err error) error { return err }

func cells(times map[string][]time.Duration, name string) string {
	call := timing.Median(times[name]).Round(time.Microsecond / 10)
	return fmt.Sprintf("%v\t%.2f", call, timing.Ratio(times[standard], times[name]))
}

// lead returns how many times as fast our codec is as the fastest of the other codecs.
func lead(times map[string][]time.Duration) float64 {
	least := timing.Ratio(times[standard], times[ours.name])
	for _, c := range others {
		least = min(least, timing.Ratio(times[c.name], times[ours.name]))
	}
	return least
}
