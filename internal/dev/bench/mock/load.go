package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const (
	connections = 16
	rounds      = 6                      // how many turns each server has
	turn        = 400 * time.Millisecond // the length of a turn
)

// question is a request that a load repeats.
type question struct{ method, target, accept, authorization string }

func get(target, accept string) question {
	return question{method: http.MethodGet, target: target, accept: accept}
}

// bytes returns the request as bytes to send. The load uses no HTTP client, to leave the processors to the server.
func (q question) bytes(address string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nAccept: %s\r\n", q.method, q.target, address, q.accept)
	if q.authorization != "" {
		fmt.Fprintf(&b, "Authorization: %s\r\n", q.authorization)
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// load is the result of one turn of a server.
type load struct {
	perSecond float64
	cpu       time.Duration // the processor time of the server for one request
}

// drive sends the question again and again for a time, over 16 connections.
func drive(h *host, q question, during time.Duration) (load, error) {
	before, err := h.times()
	if err != nil {
		return load{}, err
	}
	begin := time.Now()
	count, err := ask(h.address, q, connections, begin.Add(during))
	elapsed := time.Since(begin)
	if err != nil {
		return load{}, err
	}
	after, err := h.times()
	return load{float64(count) / elapsed.Seconds(), (after - before) / time.Duration(count)}, err
}

// ask sends the question again and again until a time, and returns how many answers came.
func ask(address string, q question, conns int, until time.Time) (int64, error) {
	var count atomic.Int64
	errs := make([]error, conns)
	var all sync.WaitGroup
	for i := range conns {
		all.Go(func() { errs[i] = askOn(address, q.bytes(address), until, &count) })
	}
	all.Wait()
	return count.Load(), errors.Join(errs...)
}

func askOn(address string, request []byte, until time.Time, count *atomic.Int64) error {
	conn, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	r := bufio.NewReaderSize(conn, 64<<10)
	for time.Now().Before(until) {
		if _, err := conn.Write(request); err != nil {
			return err
		}
		if err := skipAnswer(r); err != nil {
			return err
		}
		count.Add(1)
	}
	return nil
}

var (
	okLine = []byte("HTTP/1.1 200")
	length = []byte("Content-Length: ")
)

// skipAnswer reads an answer with a Content-Length.
func skipAnswer(r *bufio.Reader) error {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, okLine) {
		return fmt.Errorf("the answer was %q", line)
	}
	size := 0
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			_, err := r.Discard(size)
			return err
		}
		if text, found := bytes.CutPrefix(line, length); found {
			if size, err = strconv.Atoi(string(text)); err != nil {
				return err
			}
		}
	}
}

// compare drives both servers in turns. It returns the median ratios of ours to the rival's: for requests a second,
// and for processor time.
func compare(ours, rival *host, q question) (perSecond, cpu float64, err error) {
	var rates, times []float64
	for range rounds {
		theirs, err := drive(rival, q, turn)
		if err != nil {
			return 0, 0, fmt.Errorf("the rival: %w", err)
		}
		our, err := drive(ours, q, turn)
		if err != nil {
			return 0, 0, fmt.Errorf("the mock: %w", err)
		}
		rates = append(rates, our.perSecond/theirs.perSecond)
		times = append(times, float64(our.cpu)/float64(theirs.cpu))
	}
	return median(rates), median(times), nil
}

func median(of []float64) float64 {
	slices.Sort(of)
	n := len(of)
	return (of[(n-1)/2] + of[n/2]) / 2
}
