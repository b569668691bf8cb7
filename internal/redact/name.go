package redact

import (
	"iter"
	"slices"
	"strings"
)

// secretWords are words in the names of secrets. The journal keeps no value whose name contains such a word, whatever
// the operation. The list includes the names of secrets in the interface document.
var secretWords = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "cvv", "cvc", "cvn", "securitycode", "verificationcode",
	"cardcode", "cardnumber", "cardno", "cardnum", "ccnum", "token", "apikey", "credential", "signature",
	"authorization", "privatekey", "accountnumber", "iban",
}

// secretNames are names of secrets that count only as whole names, because they are common parts of longer, harmless
// names.
var secretNames = []string{"pass", "pin", "csc", "pan", "cid"}

// keyValues are the letters that a text contains for a value with the name Key, as in {"Name": "Key", "Value": "x"}.
var keyValues = []string{"namekey", "keykey"}

// The words to look for in names, and in texts that hold names.
var (
	inNames = NewWords(secretWords...)
	inTexts = NewWords(slices.Concat(secretWords, secretNames, keyValues)...)
)

// SecretName reports whether a name looks like the name of a secret. It compares only letters and digits, in any
// letter case.
func SecretName(name string) bool {
	var buffer [64]byte
	plain := AppendLetters(buffer[:0], name)
	return slices.Contains(secretNames, string(plain)) || HoldsWord(plain, inNames)
}

// NamesSecret reports whether the name of a named value, such as one of Meta, shows that its value is a secret. The
// journal keeps no such value. Only NamesSecret treats Key as the name of a secret, because a member called Key
// usually contains the name of a value.
func NamesSecret(name string) bool {
	var buffer [64]byte
	plain := string(AppendLetters(buffer[:0], name))
	return plain == "key" || plain == "keys" || SecretName(name)
}

// savedSecrets are the names whose values the mock writes into no file. The map has their letters and digits in lower
// case. Only whole names count, because a file must keep a waiver's signature and a club's secretary.
var savedSecrets = map[string]bool{
	"password": true, "passwd": true, "pwd": true, "passphrase": true, "pin": true, "secret": true, "secretkey": true,
	"apikey": true, "apisecret": true, "apisecretkey": true, "privatekey": true, "token": true, "apitoken": true,
	"accesstoken": true, "authtoken": true, "bearertoken": true, "refreshtoken": true, "sessiontoken": true,
	"credential": true, "credentials": true, "authorization": true, "clientsecret": true,
	"cvv": true, "cvv2": true, "cvc": true, "cvc2": true, "cvn": true, "csc": true, "securitycode": true,
	"cardsecuritycode": true, "verificationcode": true, "cardverificationcode": true, "cardcode": true,
	"cardnumber": true, "cardno": true, "cardnum": true, "creditcardnumber": true, "ccnum": true, "ccnumber": true,
	"creditcardcvv": true, "creditcardcvv2": true, "accountnumber": true, "bankaccountnumber": true, "iban": true,
}

// SavesSecret reports whether a name is one of savedSecrets, in any letter case and with any marks between words.
func SavesSecret(name string) bool { return savedSecrets[string(AppendLetters(nil, name))] }

// HoldsSecretWord reports whether a text contains a word of secretWords.
func HoldsSecretWord(text string) bool {
	var buffer [512]byte
	return HoldsWord(AppendLetters(buffer[:0], text), inNames)
}

// MayNameSecrets reports whether a text that contains names could contain the name of a secret.
func MayNameSecrets(text string) bool {
	var buffer [512]byte
	return HoldsWord(AppendLetters(buffer[:0], text), inTexts)
}

// AssignsSecret reports whether a text contains a value under the name of a secret, for example in a document within
// the text.
func AssignsSecret(text string) bool { return assigns(text, SecretName) }

// assigns does what AssignsSecret does, for names of another kind of secrets.
func assigns(text string, isSecret func(name string) bool) bool {
	if !strings.ContainsAny(text, "=:>") { // which separate a name from its value
		return false
	}
	if holdsUserInfo(text) {
		return true
	}
	for name, rest := range assignedNames(text) {
		if isSecret(name) && !isMarked(rest) {
			return true
		}
	}
	return false
}

// isMarked reports whether the text after a name begins with a value that was redacted.
func isMarked(rest string) bool {
	rest, marked := strings.CutPrefix(strings.TrimLeft(rest, `"'\=:>`+"]"+spaces), Mark)
	return marked && (rest == "" || strings.IndexByte(`"'\&<,;})`+"]"+spaces, rest[0]) >= 0)
}

// assignedNames yields the names in a text that a value follows, as in password=x, "cvv": 1 or <Pin>1, each with the
// text behind it.
func assignedNames(text string) iter.Seq2[string, string] {
	return func(yield func(name, rest string) bool) {
		for text != "" {
			name := text[:len(text)-len(strings.TrimLeftFunc(text, inName))]
			if text = text[len(name):]; name == "" {
				text = text[1:]
			} else if isAssigned(text) && !yield(name, text) {
				return
			}
		}
	}
}

// inName reports whether a character can be in a name.
func inName(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '-'
}

// isAssigned reports whether the text after a name has a value for the name, perhaps after quotation marks, brackets
// and spaces.
func isAssigned(text string) bool {
	text = strings.TrimLeft(strings.TrimLeft(text, `"']`), spaces)
	return text != "" && strings.IndexByte("=:>", text[0]) >= 0
}

// spaces are the white space of texts with names and values.
const spaces = "\t\n\f\r "

// holdsUserInfo reports whether a text has a URL with a user name. Such a URL may also contain a password.
func holdsUserInfo(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "://")
		if !found {
			return false
		}
		text = rest
		if end := strings.IndexAny(rest, "/?#"+spaces); end >= 0 {
			rest = rest[:end]
		}
		if strings.Contains(rest, "@") {
			return true
		}
	}
}

// AppendLetters appends the ASCII letters and digits of a text in lower case.
func AppendLetters(to []byte, text string) []byte {
	to = slices.Grow(to, len(text))
	for i := range len(text) {
		if c := plainLetters[text[i]]; c != 0 {
			to = append(to, c)
		}
	}
	return to
}

// plainLetters has the lower case of each ASCII letter, each digit as it is, and 0 for other bytes.
var plainLetters = func() (table [256]byte) {
	for c := '0'; c <= '9'; c++ {
		table[c] = byte(c)
	}
	for c := 'a'; c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = byte(c), byte(c)
	}
	return table
}()
