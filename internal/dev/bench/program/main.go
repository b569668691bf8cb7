// Command program compares the program mockserver with a static file server: the time from the start to the first
// answer, and the memory after one answer and after a thousand answers. Both programs are built with the same Go and
// the same flags, and are started in turn. The command reads the memory use from /proc, so it
// needs Linux. See docs/benchmarks.md.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/tourney-go/tourney/internal/dev/bench/timing"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const (
	// rounds is how often each program is started. The result is the median of the ratios of all rounds.
	rounds = 25
	// answers is how many answers each program gives before its memory is read again.
	answers = 1000
	// page is the path that both programs answer: the first page of the teams of a tournament. The file server has
	// the answer of the mock as a file.
	page = "/api/v1/teams?eventid=1001"
)

// started has the measurements of one start of a program.
type started struct {
	first      time.Duration // from the start to the end of the first answer
	idle, busy memory        // after the first answer, and after all answers
}

// memory is how much memory a process uses, in MiB.
type memory struct {
	whole float64 // resident memory, with the pages of the program's file, which processes share
	own   float64 // the part of whole that is not from a file
}

func run(out io.Writer) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	mock, static, files := filepath.Join(folder, "mock"), filepath.Join(folder, "static"), filepath.Join(folder, "files")
	err = errors.Join(build(mock, "./cmd/mockserver"), build(static, "./internal/dev/bench/program/static"))
	if err != nil {
		return err
	}
	var mocks, statics []started
	for range rounds {
		m, body, err := measure(mock, "serve", "--listen", "127.0.0.1:0", "--print-json")
		if err == nil {
			err = keep(filepath.Join(files, "api", "v1"), body)
		}
		if err != nil {
			return fmt.Errorf("mockserver: %w", err)
		}
		s, _, err := measure(static, files)
		if err != nil {
			return fmt.Errorf("static: %w", err)
		}
		mocks, statics = append(mocks, m), append(statics, s)
	}
	return table(out, mocks, statics)
}

// build builds a program, with the same flags for each.
func build(to, pkg string) error {
	flags := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", to, pkg}
	command := exec.CommandContext(context.Background(), "go", flags...) //nolint:gosec // the arguments are ours
	command.Stderr = os.Stderr
	return command.Run()
}

// keep writes the page to the file that the static file server answers with.
func keep(folder string, body []byte) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "teams"), body, 0o600)
}

// address matches the URL in the first line that a program prints.
var address = regexp.MustCompile(`http://[0-9.:]+`)

// measure starts a program, requests the page, and returns the measurements and the page.
func measure(path string, args ...string) (m started, body []byte, err error) {
	command := exec.CommandContext(context.Background(), path, args...) //nolint:gosec // a program of this repository
	command.Stderr = os.Stderr
	printed, err := command.StdoutPipe()
	if err != nil {
		return m, nil, err
	}
	begin := time.Now()
	if err := command.Start(); err != nil {
		return m, nil, err
	}
	defer func() {
		_ = command.Process.Kill()
		_ = command.Wait() // the error only says that the process was killed
	}()
	line, err := bufio.NewReader(printed).ReadString('\n')
	if err != nil {
		return m, nil, err
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	target := address.FindString(line) + page
	if body, err = ask(client, target); err != nil {
		return m, nil, err
	}
	m.first = time.Since(begin)
	if m.idle, err = resident(command.Process.Pid); err != nil {
		return m, nil, err
	}
	for range answers {
		if _, err := ask(client, target); err != nil {
			return m, nil, err
		}
	}
	m.busy, err = resident(command.Process.Pid)
	return m, body, err
}

// ask returns the body of an answer.
func ask(client *http.Client, target string) ([]byte, error) {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, target, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK {
		err = errors.Join(err, fmt.Errorf("%s: %s", target, resp.Status))
	}
	return body, err
}

// resident returns how much memory a process uses.
func resident(pid int) (m memory, err error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return m, err
	}
	for name, to := range map[string]*float64{"VmRSS": &m.whole, "RssAnon": &m.own} {
		found := regexp.MustCompile(`(?m)^` + name + `:\s+(\d+) kB$`).FindSubmatch(text)
		if found == nil {
			return m, errors.New("the system does not say how much memory a process has")
		}
		kilobytes, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			return m, err
		}
		*to = kilobytes / 1024
	}
	return m, nil
}

// table prints the medians of the measurements, and the medians of the ratios of the rounds.
func table(out io.Writer, mocks, statics []started) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "what\tmockserver\tstatic\tratio\tgoal")
	row := func(what, goal string, of func(started) float64) {
		var mock, static, ratios []float64
		for i := range mocks {
			m, s := of(mocks[i]), of(statics[i])
			mock, static, ratios = append(mock, m), append(static, s), append(ratios, m/s)
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.2f\t%s\n",
			what, timing.Median(mock), timing.Median(static), timing.Median(ratios), goal)
	}
	row("start to first answer, ms", "1.5",
		func(s started) float64 { return float64(s.first) / float64(time.Millisecond) })
	row("resident after the first answer, MiB", "1.6", func(s started) float64 { return s.idle.whole })
	row("of it the process's own, MiB", "–", func(s started) float64 { return s.idle.own })
	row(fmt.Sprintf("resident after %d answers, MiB", answers), "1.6", func(s started) float64 { return s.busy.whole })
	row("of it the process's own, MiB", "–", func(s started) float64 { return s.busy.own })
	return w.Flush()
}
