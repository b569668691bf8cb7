package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"
)

// programTable compares the program mockserver with a static file server: the time from the start to the first
// answer. Both programs are built with the same flags and are started in turn. The file server has the answer of the
// mock as a file.
func programTable(w io.Writer) error {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	mock, static, files := filepath.Join(folder, "mock"), filepath.Join(folder, "static"), filepath.Join(folder, "files")
	page := filepath.Join(files, "api", "v1", "teams")
	err = errors.Join(build(mock, "./cmd/mockserver"), build(static, "./internal/dev/bench/static"),
		os.MkdirAll(filepath.Dir(page), 0o700))
	if err != nil {
		return err
	}
	var times, ratios []float64
	for range 25 {
		ours, body, err := firstAnswer(mock, "serve", "--listen", "127.0.0.1:0", "--print-json")
		if err == nil {
			err = os.WriteFile(page, body, 0o600)
		}
		if err != nil {
			return fmt.Errorf("mockserver: %w", err)
		}
		rival, _, err := firstAnswer(static, files)
		if err != nil {
			return fmt.Errorf("static: %w", err)
		}
		times = append(times, float64(ours)/float64(time.Millisecond))
		ratios = append(ratios, float64(ours)/float64(rival))
	}
	fmt.Fprintln(w, "the program against a static file server\tms\tratio\tgoal")
	fmt.Fprintf(w, "start to first answer\t%.1f\t%.2f\t<= 2\n", median(times), median(ratios))
	return nil
}

func build(to, pkg string) error {
	flags := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", to, pkg}
	command := exec.CommandContext(context.Background(), "go", flags...) //nolint:gosec // the arguments are ours
	command.Stderr = os.Stderr
	return command.Run()
}

// address matches the host and the port in the first line that a program prints.
var address = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// firstAnswer starts a program and requests a page. It returns the time from the start to the end of the answer, and
// the body of the answer.
func firstAnswer(path string, args ...string) (time.Duration, []byte, error) {
	command := exec.CommandContext(context.Background(), path, args...) //nolint:gosec // a program of this repository
	command.Stderr = os.Stderr
	printed, err := command.StdoutPipe()
	if err != nil {
		return 0, nil, err
	}
	begin := time.Now()
	if err := command.Start(); err != nil {
		return 0, nil, err
	}
	h := &host{process: command}
	defer h.kill()
	line, err := bufio.NewReader(printed).ReadString('\n')
	if err != nil {
		return 0, nil, err
	}
	h.address = address.FindString(line)
	_, body, err := exchange(h, get("/api/v1/teams?eventid=1001", asJSON), nil, nil)
	return time.Since(begin), body, err
}
