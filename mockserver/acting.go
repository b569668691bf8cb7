package mockserver

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"time"

	"github.com/tourney-go/tourney"
	"github.com/tourney-go/tourney/mockserver/internal/redact"
	"github.com/tourney-go/tourney/mockserver/internal/rules"
)

// acts are what the actions do to an answer that is encoded, or that is none because the action ended the request. Each
// kind of action has a row here or in during.
var acts = map[rules.Kind]func(a *answer, f firing){
	rules.Status:       answerStatus,
	rules.Reset:        func(a *answer, f firing) { a.breakOff(f, finish{ending: reset}) },
	rules.Drop:         func(a *answer, f firing) { a.breakOff(f, finish{ending: dropped}) },
	rules.Hang:         func(a *answer, f firing) { a.breakOff(f, finish{ending: hung}) },
	rules.Empty:        answerEmpty,
	rules.Delay:        func(a *answer, f firing) { a.delivery.pause = f.For },
	rules.Truncate:     truncate,
	rules.Garble:       garble,
	rules.ContentType:  func(a *answer, f firing) { a.setContentType(f.ContentType) },
	rules.Gateway:      answerGateway,
	rules.Throttle:     func(a *answer, f firing) { a.delivery.rate = f.Bytes },
	rules.Redirect:     answerRedirect,
	rules.BesideErrors: addErrors,
	rules.NoResult:     answerNoResult,
	rules.Unreachable:  unreach,
}

// replace replaces the answer by another one.
func (a *answer) replace(status int, contentType string, body []byte) {
	a.status, a.encoded, a.problem = status, body, nil
	a.setContentType(contentType)
}

// setContentType replaces the content type. Without one net/http would guess it, unless the header names it as absent.
func (a *answer) setContentType(contentType string) {
	if contentType == "" {
		a.delivery.setHeader("Content-Type")
		return
	}
	a.delivery.setHeader("Content-Type", contentType)
}

// breakOff ends the answer, in the phase Writing after half of its body.
func (a *answer) breakOff(f firing, end finish) {
	a.delivery.finish = end
	if f.phase != rules.Writing {
		a.status = 0
		return
	}
	a.delivery.finish.begun = true
	a.delivery.partial, a.delivery.part = true, len(a.encoded)/2
}

func answerStatus(a *answer, f firing) {
	status := f.Status
	if status == 0 {
		status = a.ways.statusOf(&refusal{items: []item{{code: tourney.ErrorCode(f.Errors[0].Code)}}})
	}
	a.replace(status, f.ContentType, []byte(f.Body))
	if len(f.Errors) > 0 {
		a.encoded = a.encodeErrors(f)
		a.setContentType(a.format.content)
	}
	a.setRetryAfter(f)
}

// encodeErrors notes the Errors of an action for the journal, and encodes them.
func (a *answer) encodeErrors(f firing) []byte {
	a.problem = &refusal{items: mapped(f.Errors, func(i rules.Item) item {
		return item{tourney.ErrorCode(i.Code), redact.Masked(i.Message)}
	})}
	body, _ := a.format.encode(errorBody{mapped(f.Errors, errorItem)}) // texts can always be written
	return body
}

func errorItem(i rules.Item) tourney.ErrorItem {
	return tourney.ErrorItem{Code: tourney.ErrorCode(i.Code), Message: i.Message, Field: i.Field}
}

// setRetryAfter sets the header Retry-After (RFC 9110, section 10.2.3). A date is rounded up, because it has whole
// seconds, and the client must not come too early.
func (a *answer) setRetryAfter(f firing) {
	switch after := f.RetryAfter; {
	case after == nil:
	case after.Date:
		date := time.Now().Add(after.Wait + time.Second - 1).UTC()
		a.delivery.setHeader("Retry-After", date.Format(http.TimeFormat))
	default:
		a.delivery.setHeader("Retry-After", strconv.FormatInt(int64(after.Wait/time.Second), 10))
	}
}

func answerEmpty(a *answer, f firing) {
	if f.phase != rules.Writing {
		a.status, a.problem = http.StatusOK, nil
	}
	a.encoded = nil
}

func answerGateway(a *answer, f firing) {
	title := html.EscapeString(fmt.Sprintf("%d %s", f.Status, http.StatusText(f.Status)))
	page := "<html>\r\n<head><title>" + title + "</title></head>\r\n<body>\r\n<center><h1>" + title +
		"</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n"
	a.replace(f.Status, "text/html", []byte(page))
	a.setRetryAfter(f)
}

func answerRedirect(a *answer, f firing) {
	a.replace(f.Status, "", nil)
	a.delivery.setHeader("Location", withinSession(a.request, f.To))
}

func answerNoResult(a *answer, _ firing) {
	body, _ := a.format.encode(struct{}{})
	a.replace(http.StatusOK, a.format.content, body)
}

// truncate lets the first bytes of the body out.
func truncate(a *answer, f firing) {
	a.delivery.partial, a.delivery.part = true, min(f.Bytes, max(len(a.encoded)-1, 0))
	a.delivery.finish = finish{ending: cut, begun: true}
}

// garble replaces the end of the body by the beginning of something that never comes.
func garble(a *answer, _ firing) {
	rest := a.encoded[:max(len(a.encoded)-1, 0)]
	a.encoded = append(bytes.Clone(rest), a.format.unfinished)
}

// addErrors adds Errors to the members of the answer.
func addErrors(a *answer, f firing) {
	a.encoded = a.format.merge(a.encoded, a.encodeErrors(f))
}

// unreach makes the server unreachable. A client in the same process learns that by the error of dialing, unless the
// request was carried out.
func unreach(a *answer, f firing) {
	end := finish{ending: refused, shut: f.For}
	if f.phase == rules.AfterCommit {
		end.ending = unreachable
	}
	a.breakOff(f, end)
}
