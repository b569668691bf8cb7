package mockserver

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// secretWords are parts of names whose values no journal keeps, whatever the operation. The names of the interface
// document are among them.
var secretWords = []string{
	"password", "passwd", "passphrase", "pwd", "secret", "cvv", "cvc", "cvn", "securitycode", "verificationcode",
	"cardcode", "cardnumber", "cardno", "cardnum", "ccnum", "token", "apikey", "credential", "signature",
	"authorization", "privatekey", "accountnumber", "iban",
}

// secretNames are whole names like them. As parts of names they are common.
var secretNames = []string{"pass", "pin", "csc", "pan", "cid"}

// secretName reports whether a name looks like that of a secret. It compares letters and digits alone, in any letter
// case.
func secretName(name string) bool {
	var buffer [64]byte
	plain := appendLetters(buffer[:0], name)
	return slices.Contains(secretNames, string(plain)) || containsAny(plain, secretWords)
}

// holdsSecretWord reports whether a text has a part of such a name.
func holdsSecretWord(text string) bool {
	var buffer [512]byte
	return containsAny(appendLetters(buffer[:0], text), secretWords)
}

// mayNameSecrets reports whether a text that holds names could hold that of a secret.
func mayNameSecrets(text string) bool {
	var buffer [512]byte
	plain := appendLetters(buffer[:0], text)
	return containsAny(plain, secretWords) || containsAny(plain, secretNames)
}

// assigned matches a name in a text with the sign before its value, as in password=x, "cvv": 1 or <Pin>1.
var assigned = regexp.MustCompile(`([\w.-]+)["'\]]*\s*[=:>]`)

// userInfo matches a URL with a user name, and thus perhaps with a password.
var userInfo = regexp.MustCompile(`://[^/?#\s]*@`)

// assignsSecret reports whether a text holds a value under the name of a secret, such as a document within a text.
func assignsSecret(text string) bool {
	if !strings.ContainsAny(text, "=:>") {
		return false
	}
	return userInfo.MatchString(text) ||
		slices.ContainsFunc(assigned.FindAllStringSubmatch(text, -1), func(m []string) bool { return secretName(m[1]) })
}

func containsAny(text []byte, words []string) bool {
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return true
		}
	}
	return false
}

// appendLetters appends the ASCII letters and digits of a text in lower case.
func appendLetters(to []byte, text string) []byte {
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'A' && c <= 'Z':
			to = append(to, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			to = append(to, c)
		}
	}
	return to
}
