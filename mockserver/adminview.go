package mockserver

import (
	"errors"
	"net/http"
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
	var refused *refusal
	if errors.As(err, &refused) {
		return nil, &adminRefusal{refused.statusCode(), refused.items[0].code, withoutPackage(err), refused.allow}
	}
	if err != nil {
		return nil, err
	}
	// encoding/json would check and copy the body once more, and standings can have many megabytes.
	writePage(c.w, c.Request, http.StatusOK, inJSON.content, append(body, '\n'))
	return adminWritten{}, nil
}
