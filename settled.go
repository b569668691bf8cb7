package tourney

import (
	"net/http"
	"slices"

	"github.com/tourney-go/tourney/internal/contract"
)

// settles reports whether an unsuccessful answer without a result proves that the host did nothing. A redirect proves
// nothing, because the host accepted the request and may act elsewhere.
func settles(status int, items []ErrorItem) bool {
	return rejects(status) || status/100 != 3 && rejectsByCode(items)
}

// rejects reports whether the status alone proves that the host did nothing. A host may act and then answer 500 or
// above. After a 408 the host may still be working.
func rejects(status int) bool {
	return status/100 == 4 && status != http.StatusRequestTimeout
}

// rejectsByCode reports whether the Errors prove that the host did nothing: each has a code about the request or the
// caller, which a host checks before it acts. Other, Unavailable and unknown codes prove nothing.
func rejectsByCode(items []ErrorItem) bool {
	for _, item := range items {
		if row, known := contract.LookupCode(int(item.Code)); !known || !rejects(row.Status) {
			return false
		}
	}
	return len(items) > 0
}

// refusesKeys reports whether the Errors of an answer refuse the keys and nothing else (assumption refused-keys).
func refusesKeys(items []ErrorItem) bool {
	other := func(item ErrorItem) bool { return item.Code != CodeInvalidCredentials }
	return len(items) > 0 && !slices.ContainsFunc(items, other)
}
