package console

import (
	"encoding/base64"
	"net"
	"net/http"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/view"
)

// cookieOf returns the name of the cookie with the token. The name contains the port, because all ports of a host share
// their cookies.
func cookieOf(req *http.Request) string {
	if _, port, err := net.SplitHostPort(req.Host); err == nil && port != "" {
		return "mock-console-" + port
	}
	return "mock-console"
}

// tokenOf returns the token in the cookie of the browser, "" if there is no token.
func tokenOf(req *http.Request) string {
	kept, err := req.Cookie(cookieOf(req))
	if err != nil {
		return ""
	}
	token, _ := base64.RawURLEncoding.DecodeString(kept.Value)
	return string(token)
}

// login is the content of the page that asks for the token.
type login struct{ Wrong string }

// askToken answers with the form for the token.
func (v *exchange) askToken(wrong string) {
	if v.API.Token != "" && wrong == "" {
		wrong = "The token is not that of this mock."
	}
	if v.Page == nil { // the request was a form with a wrong token
		v.Path = view.FirstPage
	}
	v.render(http.StatusUnauthorized, "Token", login{wrong})
}

// keepToken makes the browser keep a token until the browser ends. With a negative age the browser forgets the token.
func (v *exchange) keepToken(token string, age int) {
	http.SetCookie(v.w, &http.Cookie{ //nolint:gosec // a browser sends no secure cookie without TLS
		Name: cookieOf(v.Request), Value: base64.RawURLEncoding.EncodeToString([]byte(token)), Path: ask.APIPath,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: v.TLS != nil, MaxAge: age,
	})
}

// logIn keeps the token of the form, if the admin API accepts the token.
func (v *exchange) logIn(*view.Visit) (view.Done, error) {
	v.API.Token = v.PostForm.Get("token")
	v.PostForm.Del("token")
	if _, err := v.API.Send(http.MethodGet, "info", nil); err != nil {
		return view.Done{}, err
	}
	v.keepToken(v.API.Token, 0)
	return view.Done{}, nil
}

// logOut forgets the token.
func (v *exchange) logOut(*view.Visit) (view.Done, error) {
	v.keepToken("", -1)
	return view.Done{To: view.FirstPage}, nil
}
