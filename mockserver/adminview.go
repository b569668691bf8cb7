package mockserver

import (
	"errors"
	"net/http"

	"github.com/tourney-go/tourney/mockserver/internal/refusal"
	"github.com/tourney-go/tourney/mockserver/internal/wire"
)

// viewRoutes are the routes of views.
func viewRoutes() []adminRoute {
	return []adminRoute{
		{http.MethodGet, "view/{path}", anyQuery, noBody,
			"what GET /api/v1/{path} answers the first account", adminView},
	}
}

func adminView(c *adminCall) (any, error) {
	body, err := c.world.View(c.named["path"] + "?" + c.query.Encode())
	var refused *refusal.Refusal
	if errors.As(err, &refused) {
		return nil, &adminRefusal{refused.StatusCode(), refused.Items[0].Code, refusal.WithoutPackage(err), refused.Allow}
	}
	if err != nil {
		return nil, err
	}
	// encoding/json would check and copy the body once more, and standings can have many megabytes.
	wire.WritePage(c.w, c.Request, http.StatusOK, wire.JSON.Content, append(body, '\n'))
	return adminWritten{}, nil
}
