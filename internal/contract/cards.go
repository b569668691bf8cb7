package contract

import "strings"

// Card describes the numbers of a card type. Section 4.17 names the types, and their numbers are those of ISO/IEC 7812.
type Card struct {
	Type     string
	CVV      int      // digits of the security code
	Digits   []int    // numbers of digits that a card number may have
	Prefixes []Prefix // first digits of a card number
}

// Prefix is a range of first digits. Both ends have the same number of digits.
type Prefix struct{ From, To string }

// Cards are the card types of section 4.17.
var Cards = []Card{
	{"Visa", 3, []int{13, 16, 19}, []Prefix{{"4", "4"}}},
	{"Mastercard", 3, []int{16}, []Prefix{{"51", "55"}, {"2221", "2720"}}},
	{"Discover", 3, []int{16, 17, 18, 19}, []Prefix{
		{"6011", "6011"}, {"622126", "622925"}, {"644", "649"}, {"65", "65"},
	}},
	{"American Express", 4, []int{15}, []Prefix{{"34", "34"}, {"37", "37"}}},
}

// CardOf returns the card type that a text names in any letter case, nil when it names none.
func CardOf(text string) *Card {
	for i := range Cards {
		if strings.EqualFold(Cards[i].Type, text) {
			return &Cards[i]
		}
	}
	return nil
}

// CardTypes returns the names of the card types.
func CardTypes() []string {
	names := make([]string, len(Cards))
	for i := range Cards {
		names[i] = Cards[i].Type
	}
	return names
}
