package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tourney-go/tourney/cmd/internal/command"
)

// The functions here read the value of a flag. The errors of these functions name the expected value, and no Go types.

// speed reads a speed such as 60x.
func speed(value string) (*float64, error) {
	n, err := strconv.ParseFloat(strings.TrimSuffix(value, "x"), 64)
	if err != nil || !(n > 0 && n <= maxSpeed) {
		return nil, fmt.Errorf("expected a speed from above 0 to %.0fx, such as 60x, found %q", float64(maxSpeed), value)
	}
	return &n, nil
}

// maxSpeed plays about twelve days in a second.
const maxSpeed = 1_000_000

// ids reads ids.
func ids(texts []string) ([]int64, error) {
	list := make([]int64, len(texts))
	for i, text := range texts {
		id, err := command.Number[int64](text)
		if err != nil || id < 1 {
			return nil, fmt.Errorf("expected the id of an event, found %q", text)
		}
		list[i] = id
	}
	return list, nil
}
