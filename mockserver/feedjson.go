package mockserver

import (
	"encoding/json"
	"time"
)

// faultNewsJSON is the data of NewsFault.
type faultNewsJSON struct {
	Change FaultChange `json:"change"`
	Fault  *faultJSON  `json:"fault,omitempty"`
}

// skippedJSON is the data of NewsSkipped.
type skippedJSON struct {
	Requests int64 `json:"requests"`
	Writes   int64 `json:"writes"`
}

// countJSON is the data of news that say how often something happened.
type countJSON struct {
	Count int64 `json:"count"`
}

// writeNewsJSON is the data of NewsWrite.
type writeNewsJSON struct {
	Number int64 `json:"number"`
}

// newsData returns what news say, as the admin API writes it.
func newsData(n *News) any {
	switch n.Kind {
	case NewsChange:
		return n.Numbers
	case NewsRequest:
		return n.Call
	case NewsWrite:
		return writeNewsJSON{n.Write}
	case NewsFault:
		data := faultNewsJSON{Change: n.Change}
		if n.Fault != nil {
			shown := faultJSONOf(n.Fault)
			data.Fault = &shown
		}
		return data
	case NewsClock:
		return clockJSON{n.Clock}
	case NewsSkipped:
		return skippedJSON{n.SkippedRequests, n.SkippedWrites}
	case NewsSnapshots, NewsSessions, NewsCleared, newsNone:
	}
	return countJSON{n.Count}
}

// readNews reads news from the data that newsData returns. It reports false for a kind that it does not know, which a
// newer server can have.
func readNews(n *News, data []byte, arm func(faultJSON) (*Fault, error)) (known bool, err error) {
	switch n.Kind {
	case NewsChange:
		return true, json.Unmarshal(data, &n.Numbers)
	case NewsRequest:
		return true, json.Unmarshal(data, &n.Call)
	case NewsWrite:
		var body writeNewsJSON
		err := json.Unmarshal(data, &body)
		n.Write = body.Number
		return true, err
	case NewsFault:
		var body faultNewsJSON
		err := json.Unmarshal(data, &body)
		n.Change = body.Change
		if err == nil && body.Fault != nil {
			n.Fault, err = arm(*body.Fault)
		}
		return true, err
	case NewsClock:
		var body struct{ Now time.Time }
		err := json.Unmarshal(data, &body)
		n.Clock = body.Now
		return true, err
	case NewsSkipped:
		var body skippedJSON
		err := json.Unmarshal(data, &body)
		n.SkippedRequests, n.SkippedWrites = body.Requests, body.Writes
		return true, err
	case NewsSnapshots, NewsSessions, NewsCleared:
		var body countJSON
		err := json.Unmarshal(data, &body)
		n.Count = body.Count
		return true, err
	case newsNone:
	}
	return false, nil
}
