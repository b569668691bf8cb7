package scalar

import (
	"cmp"
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
type number[T Text] struct {
	negative        bool
	whole, fraction T // digits
	power           T // the exponent as written, with its letter; empty without one
	exponent        int
}

// parseNumber splits the text of a number. It accepts a little more than JSON does, because people type such texts: a
// plus sign, leading zeros, and a point without digits on one side of it.
func parseNumber[T Text](text T) (n number[T], err error) {
	n.negative, text = sign(text)
	n.whole, text = digits(text)
	if len(text) > 0 && text[0] == '.' {
		n.fraction, text = digits(text[1:])
	}
	if len(n.whole)+len(n.fraction) == 0 {
		return n, ErrSyntax
	}
	if n.power = text; len(text) > 0 {
		n.exponent, err = exponent(text)
	}
	return n, err
}

// sign cuts a sign off the front of a number.
func sign[T Text](text T) (negative bool, rest T) {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		return text[0] == '-', text[1:]
	}
	return false, text
}

func digits[T Text](text T) (run, rest T) {
	n := 0
	for n < len(text) && text[n]-'0' <= 9 {
		n++
	}
	return text[:n], text[n:]
}

// maxExponent bounds the exponent. No text of reasonable length has enough digits to bring a number with a greater
// exponent into range.
const maxExponent = 1 << 20

// exponent reads a whole text such as e-7.
func exponent[T Text](power T) (e int, err error) {
	negative, text := sign(power[1:])
	run, rest := digits(text)
	if power[0]|0x20 != 'e' || len(run) == 0 || len(rest) > 0 {
		return 0, ErrSyntax
	}
	for i := range len(run) {
		e = min(e*10+int(run[i]-'0'), maxExponent)
	}
	if negative {
		return -e, nil
	}
	return e, nil
}

// maxDecimal is the greatest length of the text of a Decimal of the root. It bounds the cost of the arithmetic.
const maxDecimal = 64

// IsDecimal reports whether a text is a number of at most maxDecimal characters, also in JSON, with an exponent of at
// most two digits.
func IsDecimal(text string) bool {
	n, err := parseNumber(text)
	if err != nil {
		return false
	}
	_, power := sign(n.power[min(1, len(n.power)):])
	return len(power) <= 2 && len(text)-len(n.whole)+max(1, len(n.whole)) <= maxDecimal
}

// AppendJSON appends a number in the grammar of JSON, which does not allow +1, 007, .5 or 5. It appends a text that is
// no number unchanged.
func AppendJSON(dst []byte, text string) []byte {
	n, err := parseNumber(text)
	if err != nil {
		return append(dst, text...)
	}
	if n.negative {
		dst = append(dst, '-')
	}
	for len(n.whole) > 1 && n.whole[0] == '0' {
		n.whole = n.whole[1:]
	}
	dst = append(dst, cmp.Or(n.whole, "0")...)
	if n.fraction != "" {
		dst = append(append(dst, '.'), n.fraction...)
	}
	return append(dst, n.power...)
}

// magnitude returns an integer without its sign, and an error for any other number. 57.0 and 5.7e1 are integers.
func (n *number[T]) magnitude() (m uint64, err error) {
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

func (n *number[T]) digit(i int) uint64 {
	switch {
	case i < len(n.whole):
		return uint64(n.whole[i] - '0')
	case i < len(n.whole)+len(n.fraction):
		return uint64(n.fraction[i-len(n.whole)] - '0')
	}
	return 0
}

// significant returns the digits without zeros at either end, and the place of the point in them. A zero has none.
func (n *number[T]) significant() (digits string, point int) {
	all := string(n.whole) + string(n.fraction)
	digits = strings.TrimLeft(all, "0")
	point = len(n.whole) + n.exponent - (len(all) - len(digits))
	return strings.TrimRight(digits, "0"), point
}

// Places returns how many digits a number has after the point, its exponent applied and without zeros at the end. It
// returns 0 for a text that is no number.
func Places(text string) int {
	n, err := parseNumber(text)
	digits, point := n.significant()
	if err != nil || digits == "" {
		return 0
	}
	return max(0, len(digits)-point)
}

// Canonical returns the text that all texts of one number share: 1 for 1.0, 01 and 1e0, and 0 for -0. It returns any
// other text unchanged.
func Canonical(text string) string {
	n, err := parseNumber(text)
	if err != nil {
		return text
	}
	const most = 20 // zeros that a number is padded with
	sign := ""
	if n.negative {
		sign = "-"
	}
	digits, point := n.significant()
	switch size := len(digits); {
	case size == 0:
		return "0"
	case point > 0 && point < size:
		return sign + digits[:point] + "." + digits[point:]
	case point >= size && point <= size+most:
		return sign + digits + strings.Repeat("0", point-size)
	}
	return fmt.Sprintf("%s0.%se%d", sign, digits, point)
}

// ParseInt parses an integer. 57.0 and 5.7e1 are integers.
func ParseInt[T Text](text T) (int64, error) {
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
func ShortInt[T Text](text T) (n int64, ok bool) {
	from := 0
	if len(text) > 0 && text[0] == '-' {
		from = 1
	}
	if len(text) == from || len(text)-from > 18 {
		return 0, false
	}
	for i := from; i < len(text); i++ {
		c := text[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int64(c)
	}
	if from > 0 {
		n = -n
	}
	return n, true
}

// ParseUint parses an integer that is not negative.
func ParseUint[T Text](text T) (uint64, error) {
	u, negative, err := parseMagnitude(text)
	if err == nil && negative && u > 0 {
		err = ErrRange
	}
	return u, err
}

func parseMagnitude[T Text](text T) (u uint64, negative bool, err error) {
	n, err := parseNumber(text)
	if err != nil {
		return 0, false, err
	}
	u, err = n.magnitude()
	return u, n.negative, err
}

// ParseFloat parses a float of 32 or 64 bits. It refuses the infinities, NaN and the hexadecimal numbers that strconv
// accepts.
func ParseFloat[T Text](text T, bits int) (float64, error) {
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
func (n *number[T]) short() (f float64, ok bool) {
	if len(n.whole)+len(n.fraction) >= len(powers) || n.exponent != 0 {
		return 0, false
	}
	var m uint64
	for i := range len(n.whole) + len(n.fraction) {
		m = m*10 + n.digit(i)
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
