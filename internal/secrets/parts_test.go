package secrets

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney/internal/forms"
)

const keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/"

func randomKey(r *rand.Rand, letters string, length int) string {
	key := make([]byte, length)
	for i := range key {
		key[i] = letters[r.IntN(len(letters))]
	}
	return string(key)
}

// TestLargePartsAreWithheld: a part of a key is large when it has eight characters and half of the key, or sixteen characters.
func TestLargePartsAreWithheld(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		letters := []string{keyLetters, keyLetters[:52], keyLetters[26:52], keyLetters[52:62]}[r.IntN(4)]
		key := randomKey(r, letters, 8+r.IntN(80))
		s := New([]Secret{{Text: key}})
		length := min(max(8, (len(key)+1)/2), 16)
		for from := 0; from+length <= len(key); from++ {
			text := "The key " + key[from:from+length] + " is not known."
			require.Equal(t, Withheld, s.Shown(text), "%q of %q", key[from:from+length], key)
			s.compared = 0
		}
	}
}

// TestSmallPartsAreShown: a small part of a secret reveals too little to withhold a message.
func TestSmallPartsAreShown(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		key := randomKey(r, keyLetters[:62], 8+r.IntN(30))
		length := min(max(8, (len(key)+1)/2), 16) - 1
		from := r.IntN(len(key) - length + 1)
		text := "The key #" + key[from:from+length] + "# is not known."
		require.Equal(t, text, New([]Secret{{Text: key}}).Shown(text), key)
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct {
		secret   string
		text     string
		withheld bool
	}{
		// a secret of fewer than four characters counts only as a word
		{"123", "The code 123 is wrong.", true},
		{"123", "(123)", true},
		{"123", "Team 4123 and player x123 were not found.", false},
		{"a", "a", true},
		{"a", "at team", false},
		{"é!", "E!", true},
		// a secret of four or more characters counts anywhere
		{"1234", "Team 991234 was not found.", true},
		{"hunter2", "xHUNTER2x", true},
		// ordinary words
		{"Password1", "The password is wrong.", false},
		{"Password1", "The passwords are wrong.", false},
		{"Password1", "The password1 is wrong.", true},
		{"Password12", "The password1 is wrong.", true},
		{"Password1", "The PassWord1 is wrong.", true},
		{"mypassword", "The password is wrong.", false},
		{"mypassword", "The mypasswor is wrong.", true},
		{"Zanzibar99", "Welcome to Zanzibar", false},
		{"ZanzibarNight99", "Welcome to Zanzibar", false},
		{"ZanzibarNight99", "Welcome to ZanzibarNigh", true},
		{"zanzibarnight99", "Welcome to Zanzibar", true}, // its word boundaries are unknown
		{"ZANZIBARNight1", "Welcome to Zanzibar!", false},
		{"APIZanzibar1", "Welcome to Zanzibars", false},
		{"correct horse battery", "The correct horse was not found.", true}, // two words
		{"spring-league-26", "Registration for Spring League 26 is closed.", false},
		{"spring-league-26", "The spring-league is closed.", true},                            // they stand as in the secret
		{"Donaudampfschiffahrtsgesellschaft1", "Die Donaudampfschiffahrtsgesellschaft", true}, // longer than a word
		// cut with dots
		{"Zanzibar99", "There is no user with Zanzibar…", true},
		{"Zanzibar99", "There is no user with Zanzibar...", true},
		{"Zanzibar99", "There is no user with Zanzibar **", true},
		{"Zanzibar99", "We travel to zanzibar…", false},
		{"N7xQ2vKp9LmR", "N7xQ…9LmR", true},
		{"N7xQ2vKp9LmR", "N7x***LmR", false},
		{"N7xQ2vKp9LmR", "N7xQ2…", false},
		{"378282246310005", "3782…0005", false},
		{"378282246310005", "378282*****0005", false},
		{"378282246310005", "*0005", false},
		// numbers of this request
		{"4000 0000 0000 0000", "4000-0000", true},
		{"378282246310006", "378282246310", true}, // its check digit is wrong
		{"378282246310006", "3 7 8 2 8 2 2 4 6 3 1 0", true},
		{"378282246310006", "3782.8224.6310.006", true},
		{"378282246310006", "teams 3782 and 8224", false},
		{"378282246310006", "3782, 82246", true},
	} {
		s := New([]Secret{{Text: c.secret, Chosen: true}})
		require.Equal(t, c.withheld, isNotice(s.Shown(c.text)), "%q in %q", c.secret, c.text)
	}
}

// TestKeysAreStricterThanPasswords: a generated key holds words only by chance.
func TestKeysAreStricterThanPasswords(t *testing.T) {
	require.Equal(t, Withheld, New([]Secret{{Text: "ABCDEFGHIJ1"}}).Shown("The key ABCDEFGHIJ is not known."))
	both := New([]Secret{{Text: "Zanzibar99", Chosen: true}, {Text: "Zanzibar77"}})
	require.Equal(t, Withheld, both.Shown("Welcome to Zanzibar"), "one of the two is a key")
	require.NotEqual(t, Withheld, New([]Secret{{Text: "Password1"}}).Shown("The password is wrong."))
}

func TestCommonWords(t *testing.T) {
	require.Greater(t, len(common()), 200)
	for w := range common() {
		require.Equal(t, Folded(w), w)
		require.True(t, allLetters(w), w)
		require.GreaterOrEqual(t, utf8.RuneCountInString(w), leastRun, w)
		require.LessOrEqual(t, utf8.RuneCountInString(w), maxWord, w)
	}
}

func TestNumbers(t *testing.T) {
	const visa = "4111 1111 1111 1111"
	for _, c := range []struct{ text, want string }{
		{"card 4111111111111111 was declined", "card [number withheld] was declined"},
		{"card " + visa + " was declined", "card [number withheld] was declined"},
		{"card 4111-1111-1111-1111", "card [number withheld]"},
		{"card 4111\u00a01111\u00a01111\u00a01111.", "card [number withheld]."},
		{"card 4111\u202f1111\u20071111\u20091111", "card [number withheld]"},
		{"card=4111+1111+1111+1111&", "card=[number withheld]&"},
		{"card 4111\u20111111\u20131111\u22121111", "card [number withheld]"},
		{"card 41111\u00ad1111\u200b1111111", "card [number withheld]"},
		{"card ４１１１１１１１１１１１１１１１", "card [number withheld]"},
		{"card 3782 822463 10005, code 7", "card [number withheld], code 7"},
		{"x378282246310005y", "x[number withheld]y"},
		{"[3782-822463-10005]", "[[number withheld]]"},
		{"500000000009", "[number withheld]"},                // 12 digits
		{"6304000000000000000", "[number withheld]"},         // 19 digits
		{"4111111111111112", "4111111111111112"},             // the check digit is wrong
		{"41111111111", "41111111111"},                       // 11 digits
		{"40000000000000000002", "40000000000000000002"},     // 20 digits
		{"4111  1111  1111  1111", "4111  1111  1111  1111"}, // two spaces
		{"4111, 1111, 1111, 1111", "4111, 1111, 1111, 1111"},
		{"2 " + visa + " 395", "2 [number withheld] 395"},
		{"100 " + visa + " 12", "100 [number withheld] 12"},
		{visa + " " + visa, "[number withheld] [number withheld]"},
		{"00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"},
		{"Scores: 3-2, 4-1, 5-0", "Scores: 3-2, 4-1, 5-0"},
		{"\xff4111111111111111\xff", "\xff[number withheld]\xff"},
		{"", ""},
	} {
		require.Equal(t, c.want, WithoutNumbers(c.text))
		require.Equal(t, c.want, new(Search).Shown(c.text), "without secrets")
	}
	for _, hidden := range []string{
		"4111&nbsp;1111&nbsp;1111&nbsp;1111", "%34111111111111111", `4111\u00201111\u00201111\u00201111`,
		"4111%201111%201111%201111",
	} {
		require.Equal(t, notices[aNumber], new(Search).Shown("card "+hidden))
		require.Equal(t, "card "+hidden, new(Search).ShownID("card "+hidden), "an id may look like one")
	}
	own := New([]Secret{{Text: visa}})
	require.Equal(t, Withheld, own.ShownID("T-4111111111111111"), "but not be that of the request")
}

// TestBounds: a text beyond the bounds is withheld, also without a secret.
func TestBounds(t *testing.T) {
	long := strings.Repeat("x", MaxText+1)
	require.Equal(t, notices[tooMuch], new(Search).Shown(long))
	require.Equal(t, long[1:], new(Search).Shown(long[1:]))
	require.Equal(t, notices[tooMuch], New([]Secret{{Text: long}}).Shown("no"), "secrets that are too long")
	var many []Secret
	for i := range 300 {
		many = append(many, Secret{Text: strings.Repeat(string(rune('a'+i%26)), 5+i/26)})
	}
	require.Equal(t, notices[tooMuch], New(many).Shown("no"), "too many secrets")
	require.Equal(t, notices[tooMuch], new(Search).Shown("&"+strings.Repeat("amp;", 20)+"lt;"), "too many layers")
	s := New([]Secret{{Text: "N7xQ2vKp9LmR4tYw"}})
	for range 2000 {
		s.Shown(strings.Repeat("no ", 5000))
	}
	require.Equal(t, notices[tooMuch], s.Shown("no"), "too many texts")
}

// TestWorkIsBounded: a search ends with the stage that passes the bound, for any text and any secrets. An ordinary text costs a few times
// its length, far below the bound.
func TestWorkIsBounded(t *testing.T) {
	for name, c := range hostile() {
		s := New([]Secret{{Text: c.secret}, {Text: "7"}})
		for range 4 {
			s.Shown(c.text)
			require.LessOrEqual(t, s.compared, maxWork+4*4*MaxText, name)
		}
	}
	s := New([]Secret{{Text: "N7xQ2vKp9LmR4tYw"}, {Text: "123"}})
	for _, message := range forms.Messages() {
		before := s.compared
		require.Equal(t, message, s.Shown(message))
		require.LessOrEqual(t, s.compared-before, 50*len(message), message)
	}
}

// TestEdgesOfWordsTellNothing: ordinary messages have spaces and signs beside ordinary words too.
func TestEdgesOfWordsTellNothing(t *testing.T) {
	for secret, text := range map[string]string{
		"My Tournament 26": "The tournament is over.", "My Password 1": "The password is wrong.",
		"Tournament.2026": "This is not your tournament.", "Password!2": "Wrong password!", "(password)7": "Wrong (password)",
		"password,7": "Wrong username, password, or key", "my_password_1": "The field new_password is required.",
	} {
		require.Equal(t, text, New([]Secret{{Text: secret, Chosen: true}}).Shown(text), secret)
	}
	require.Equal(t, Withheld, New([]Secret{{Text: "Xk-Password", Chosen: true}}).Shown("It was k-password."))
}

// TestCardsInAnyGroups: a caller may write dots or slashes between the digits, and the host may drop them.
func TestCardsInAnyGroups(t *testing.T) {
	for _, card := range []string{"4539.5787.6362.1487", "4539/5787/6362/1487", "4539_5787_6362_1487"} {
		said := New([]Secret{{Text: card}}).Shown("card 4539578763621487 was declined")
		require.NotContains(t, said, "4539578763621487", card)
	}
}

// TestLinesOfBase64: the secret lies across the end of a line.
func TestLinesOfBase64(t *testing.T) {
	const secret = "N7xQ2vKp9LmR4tYw"
	encoded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("-", 37) + secret + strings.Repeat("-", 60)))
	for _, line := range []int{60, 64, 76} {
		text := encoded[:line] + "\n" + encoded[line:]
		require.Equal(t, Withheld, New([]Secret{{Text: secret}}).Shown(text), line)
	}
}
