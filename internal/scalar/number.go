package scalar

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// The errors for a text that is no number, and for a number that does not fit its type.
var (
	ErrSyntax   = errors.New("not a number")
	errFraction = errors.New("it has a fraction")
	ErrRange    = errors.New("out of range")
)

// number holds the parts of a decimal number's text.
type number struct {
	negative        bool
	whole, fraction []byte // digits
	exponent        int
}

// parseNumber splits the text of a number. It accepts a little more than JSON does, because people type such texts: a
// plus sign, leading zeros, and a point without digits on one side of it.
func parseNumber(text []byte) (n number, err error) {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		n.negative = text[0] == '-'
		text = text[1:]
	}
	n.whole, text = digits(text)
	if len(text) > 0 && text[0] == '.' {
		n.fraction, text = digits(text[1:])
	}
	if len(n.whole)+len(n.fraction) == 0 {
		return n, ErrSyntax
	}
	if len(text) > 0 && text[0]|0x20 == 'e' {
		n.exponent, text, err = exponent(text[1:])
	}
	if len(text) > 0 {
		err = ErrSyntax
	}
	return n, err
}

func digits(text []byte) (run, rest []byte) {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return text[:n], text[n:]
}

// maxExponent bounds the exponent. No text of reasonable length has enough digits to bring a number with a greater
// exponent into range.
const maxExponent = 1 << 20

func exponent(text []byte) (e int, rest []byte, err error) {
	sign := 1
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	run, rest := digits(text)
	if len(run) == 0 {
		return 0, rest, ErrSyntax
	}
	for _, c := range run {
		e = min(e*10+int(c-'0'), maxExponent)
	}
	return sign * e, rest, nil
}

// magnitude returns an integer without its sign, and an error for any other number. 57.0 and 5.7e1 are integers.
func (n *number) magnitude() (m uint64, err error) {
	point := len(n.whole) + n.exponent
	for i := range max(len(n.whole)+len(n.fraction), point) {
		d := n.digit(i)
		if i >= point {
			if d != 0 {
				return 0, errFraction
			}
			continue
		}
		if m > (math.MaxUint64-d)/10 {
			return 0, ErrRange
		}
		m = m*10 + d
		if m == 0 && i >= len(n.whole)+len(n.fraction) {
			break
		}
	}
	return m, nil
}

func (n *number) digit(i int) uint64 {
	switch {
	case i < len(n.whole):
		return uint64(n.whole[i] - '0')
	case i < len(n.whole)+len(n.fraction):
		return uint64(n.fraction[i-len(n.whole)] - '0')
	}
	return 0
}

// Canonical returns the text that all texts of one number share: 1 for 1.0, 01 and 1e0, and 0 for -0. It returns any
// other text unchanged.
func Canonical(text string) string {
	n, err := parseNumber([]byte(text))
	if err != nil {
		return text
	}
	all := slices.Concat(n.whole, n.fraction)
	significant := bytes.TrimLeft(all, "0")
	point := len(n.whole) + n.exponent - (len(all) - len(significant)) // its place in the significant digits
	significant = bytes.TrimRight(significant, "0")
	const most = 20 // zeros that a number is padded with
	sign := ""
	if n.negative {
		sign = "-"
	}
	switch size := len(significant); {
	case size == 0:
		return "0"
	case point > 0 && point < size:
		return fmt.Sprintf("%s%s.%s", sign, significant[:point], significant[point:])
	case point >= size && point <= size+most:
		return fmt.Sprintf("%s%s%s", sign, significant, strings.Repeat("0", point-size))
	}
	return fmt.Sprintf("%s0.%se%d", sign, significant, point)
}

// ParseInt parses an integer. 57.0 and 5.7e1 are integers.
func ParseInt(text []byte) (int64, error) {
	u, negative, err := parseMagnitude(text)
	switch {
	case err != nil:
		return 0, err
	case negative && u <= 1<<63:
		return -int64(u), nil //nolint:gosec // of 1<<63 this is the smallest int64, as it should be
	case !negative && u <= math.MaxInt64:
		return int64(u), nil
	}
	return 0, ErrRange
}

// ShortInt parses an integer of at most 18 digits without a sign or with a minus, which cannot overflow. It reports
// false for any other text.
func ShortInt(text []byte) (n int64, ok bool) {
	digits := text
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 18 {
		return 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if len(digits) < len(text) {
		n = -n
	}
	return n, true
}

// ParseUint parses an integer that is not negative.
func ParseUint(text []byte) (uint64, error) {
	u, negative, err := parseMagnitude(text)
	if err == nil && negative && u > 0 {
		err = ErrRange
	}
	return u, err
}

func parseMagnitude(text []byte) (u uint64, negative bool, err error) {
	n, err := parseNumber(text)
	if err != nil {
		return 0, false, err
	}
	u, err = n.magnitude()
	return u, n.negative, err
}

// ParseFloat parses a float of 32 or 64 bits. It refuses the infinities, NaN and the hexadecimal numbers that strconv
// accepts.
func ParseFloat(text []byte, bits int) (float64, error) {
	n, err := parseNumber(text)
	if err != nil {
		return 0, err
	}
	if f, ok := n.short(); ok && bits == 64 {
		return f, nil
	}
	f, err := strconv.ParseFloat(string(text), bits)
	if err != nil {
		return 0, ErrRange
	}
	return f, nil
}

// powers are powers of ten, each of which a float64 holds exactly.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// short returns a number of at most 15 digits without an exponent, and false for any other number. A float64 holds such
// digits and the power of ten exactly, so only their quotient is rounded, and the result is right.
func (n *number) short() (f float64, ok bool) {
	if len(n.whole)+len(n.fraction) >= len(powers) || n.exponent != 0 {
		return 0, false
	}
	var m uint64
	for _, digits := range [...][]byte{n.whole, n.fraction} {
		for _, c := range digits {
			m = m*10 + uint64(c-'0')
		}
	}
	f = float64(m) / powers[len(n.fraction)]
	if n.negative {
		f = -f
	}
	return f, true
}

// pairs holds the two digits of each number from 00 to 99.
const pairs = "00010203040506070809" + "10111213141516171819" + "20212223242526272829" + "30313233343536373839" +
	"40414243444546474849" + "50515253545556575859" + "60616263646566676869" + "70717273747576777879" +
	"80818283848586878889" + "90919293949596979899"

// tens are the powers of ten.
var tens = [...]uint32{1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}

// AppendInt does what strconv.AppendInt does, but writes the digits in place. strconv copies them from a buffer, and
// the copy costs more than the digits.
func AppendInt(dst []byte, n int64) []byte {
	u := uint64(n) //nolint:gosec // negated below where that is needed
	if n < 0 {
		dst = append(dst, '-')
		u = -u
	}
	if u > math.MaxUint32 {
		return strconv.AppendUint(dst, u, 10)
	}
	small := uint32(u) // division of 32 bits is quicker
	switch {
	case small < 10:
		return append(dst, '0'+byte(small))
	case small < 100:
		return append(dst, pairs[small*2], pairs[small*2+1])
	}
	length := bits.Len32(small) * 1233 >> 12 // the number of digits, or one less: 1233/4096 is about log10(2)
	if small >= tens[length] {
		length++
	}
	dst = slices.Grow(dst, length)[:len(dst)+length]
	end := len(dst)
	for small >= 100 {
		pair := small % 100 * 2
		small /= 100
		dst[end-1], dst[end-2] = pairs[pair+1], pairs[pair]
		end -= 2
	}
	if small >= 10 {
		dst[end-2] = pairs[small*2]
	}
	dst[end-1] = pairs[small*2+1]
	return dst
}

// AppendFloat writes a float of 32 or 64 bits as encoding/json does: the shortest text that reads back as
// the same value, with an exponent only when the number is very small or very large. It reports false,
// and writes nothing, for infinities and NaN.
func AppendFloat(dst []byte, f float64, bits int) ([]byte, bool) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return dst, false
	}
	if bits == 64 {
		if longer, ok := appendDecimal(dst, f); ok {
			return longer, true
		}
	}
	if !hasExponent(math.Abs(f), bits) {
		return strconv.AppendFloat(dst, f, 'f', -1, bits), true
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, bits)
	if n := len(dst); n >= 4 && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst, true
}

// appendDecimal appends a float that equals a whole number of millionths with at most 15 digits. No two numbers of at
// most 15 digits read back as the same float, so there is no shorter text. It reports false for any other float.
func appendDecimal(dst []byte, f float64) ([]byte, bool) {
	const one, limit = 1e6, 1e15
	if f == 0 || math.Abs(f) >= limit/one { // a zero may be negative
		return dst, false
	}
	m := int64(math.Round(f * one))
	if float64(m)/one != f {
		return dst, false
	}
	if m < 0 {
		dst = append(dst, '-')
		m = -m
	}
	dst = AppendInt(dst, m/one)
	rest := m % one
	if rest == 0 {
		return dst, true
	}
	dst = append(dst, '.')
	for place := int64(one / 10); rest > 0; place /= 10 {
		dst = append(dst, '0'+byte(rest/place)) //nolint:gosec // a digit
		rest %= place
	}
	return dst, true
}

func hasExponent(abs float64, bits int) bool {
	if bits == 32 {
		return abs != 0 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)
	}
	return abs != 0 && (abs < 1e-6 || abs >= 1e21)
}
