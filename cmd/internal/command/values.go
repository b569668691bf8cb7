package command

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The functions here read the value of a flag. The errors of these functions name the expected value, and no Go types.

// Text reads any text.
func Text(value string) (string, error) { return value, nil }

// Number reads a whole number in decimal. A zero in front changes nothing: 01001 is 1001.
func Number[T int | int64](value string) (T, error) {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) || int64(T(n)) != n: // an int can have 32 bits
		return 0, fmt.Errorf("expected a whole number nearer to zero, found %q", value)
	case err != nil:
		return 0, fmt.Errorf("expected a whole number, found %q", value)
	}
	return T(n), nil
}

// Count reads a whole number that is not negative.
func Count(value string) (uint64, error) {
	n, err := strconv.ParseUint(value, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("expected a whole number from 0 to 2^64 - 1, found %q", value)
	}
	return n, nil
}

// Rate is a number of requests in a time.
type Rate struct {
	Requests int
	Per      time.Duration
}

// RateOf reads a rate such as 5/s or 100/1m.
func RateOf(value string) (Rate, error) {
	n, per, _ := strings.Cut(value, "/")
	if per != "" && strings.Trim(per, "hms") == "" {
		per = "1" + per
	}
	requests, errRequests := strconv.Atoi(n)
	d, errPer := time.ParseDuration(per)
	if errRequests != nil || errPer != nil || requests < 1 || d <= 0 {
		return Rate{}, fmt.Errorf("expected a number of requests and a time, as in 5/s or 100/1m, found %q", value)
	}
	return Rate{requests, d}, nil
}

// Duration reads a duration with its unit, such as 90s.
func Duration(value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0, fmt.Errorf("expected a duration such as 90s or 2h, found %q", value)
	}
	return d, nil
}

// StartDate returns a function that reads the first day of a scenario, with parse for days. The zero value is the day
// of the scenario itself.
func StartDate[D interface{ IsZero() bool }](parse func(text string) (D, error)) func(value string) (D, error) {
	return func(value string) (day D, err error) {
		switch value {
		case "fixed":
			return day, nil
		case "today":
			value = time.Now().Format(time.DateOnly)
		}
		if day, err = parse(value); err != nil || day.IsZero() {
			err = fmt.Errorf("expected today, fixed or a day as m/d/yyyy or yyyy-mm-dd, found %q", value)
		}
		return day, err
	}
}

// Boolean reads true, 1, yes, false, 0 or no, in any letter case.
func Boolean(value string) (bool, error) {
	switch strings.ToLower(value) {
	case "true", "1", "yes":
		return true, nil
	case "false", "0", "no":
		return false, nil
	}
	return false, fmt.Errorf("expected true, 1, yes, false, 0 or no, found %q", value)
}

// OneOf returns a function that reads one of several names.
func OneOf(names ...string) func(value string) (string, error) {
	return func(value string) (string, error) {
		if !slices.Contains(names, value) {
			return "", fmt.Errorf(`expected one of "%s", found %q`, strings.Join(names, `","`), value)
		}
		return value, nil
	}
}

// ExistingFile returns the name of a file, and an error if there is no such file.
func ExistingFile(value string) (string, error) {
	if value == "" {
		return "", errors.New("expected a file, found no name")
	}
	info, err := os.Stat(value)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "", fmt.Errorf("%q exists but is a directory", value)
	}
	return value, nil
}

// Optional returns a function that reads a value for a field that is nil when the flag is not given.
func Optional[T any](read func(value string) (T, error)) func(value string) (*T, error) {
	return func(value string) (*T, error) {
		v, err := read(value)
		return &v, err
	}
}

// parts returns the values in a list with commas. A comma after a backslash belongs to a value and separates nothing.
func parts(list string) []string {
	values := []string{""}
	last := 0
	for i := 0; i < len(list); i++ {
		switch {
		case list[i] == '\\' && strings.HasPrefix(list[i+1:], ","):
			i++
			values[last] += ","
		case list[i] == ',':
			values = append(values, "")
			last++
		default:
			values[last] += list[i : i+1]
		}
	}
	if values[last] == "" { // nothing follows the last comma
		return values[:last]
	}
	return values
}
