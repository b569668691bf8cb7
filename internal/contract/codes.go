package contract

import "net/http"

// The error codes. They were observed, because the document shows none (section 7). No error has the code 4.
const (
	CodeOther              = 0
	CodeNotFound           = 1
	CodeInvalid            = 2
	CodeRequired           = 3
	CodeInvalidCredentials = 5
	CodePermissionDenied   = 6
	CodeDuplicate          = 7
	CodeMaximum            = 8
	CodeMinimum            = 9
	CodeInactive           = 10
	CodeRange              = 11
	CodeUnavailable        = 12
	CodeSecureConnection   = 13
	CodeExists             = 14
)

// codes pairs each code with the HTTP status that one public client expects with it.
var codes = []Code{
	{CodeOther, "Other", http.StatusInternalServerError},
	{CodeNotFound, "NotFound", http.StatusNotFound},
	{CodeInvalid, "Invalid", http.StatusBadRequest},
	{CodeRequired, "Required", http.StatusBadRequest},
	{CodeInvalidCredentials, "InvalidCredentials", http.StatusUnauthorized},
	{CodePermissionDenied, "PermissionDenied", http.StatusForbidden},
	{CodeDuplicate, "Duplicate", http.StatusConflict},
	{CodeMaximum, "Maximum", http.StatusBadRequest},
	{CodeMinimum, "Minimum", http.StatusBadRequest},
	{CodeInactive, "Inactive", http.StatusBadRequest},
	{CodeRange, "Range", http.StatusBadRequest},
	{CodeUnavailable, "Unavailable", http.StatusServiceUnavailable},
	{CodeSecureConnection, "SecureConnection", http.StatusBadRequest},
	{CodeExists, "Exists", http.StatusConflict},
}

// Codes returns every known error code, in ascending order.
func Codes() []Code { return append([]Code(nil), codes...) }

// LookupCode returns the row of an error code.
func LookupCode(code int) (Code, bool) {
	for _, c := range codes {
		if c.Code == code {
			return c, true
		}
	}
	return Code{}, false
}
