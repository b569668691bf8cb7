package console

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/tourney-go/tourney/mockserver/console/internal/ask"
	"github.com/tourney-go/tourney/mockserver/console/internal/prose"
)

//go:embed assets
var assetFiles embed.FS

// assetPath is in front of the names of assets.
const assetPath = "assets/"

// asset is a file that pages load. The name of an asset contains a hash of its bytes, so a browser may cache the
// asset for ever.
type asset struct {
	data        []byte
	contentType string
}

// contentTypes are the content types of the assets. The console does not use the content types of the system, because
// they differ between machines.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml",
}

// assets returns two maps: from the name with a hash to the asset, and from the name of the file to the name with a
// hash.
var assets = sync.OnceValues(func() (byHash map[string]asset, hashed map[string]string) {
	byHash, hashed = map[string]asset{}, map[string]string{}
	entries, _ := assetFiles.ReadDir("assets") // the folder is embedded, so reading it cannot fail
	for _, entry := range entries {
		data, _ := assetFiles.ReadFile(assetPath + entry.Name())
		sum, extension := sha256.Sum256(data), path.Ext(entry.Name())
		name := strings.TrimSuffix(entry.Name(), extension) + "." + hex.EncodeToString(sum[:6]) + extension
		byHash[name], hashed[entry.Name()] = asset{data, contentTypes[extension]}, name
	}
	return byHash, hashed
})

// assetName returns the path of an asset, after wire.ConsolePath.
func assetName(file string) (string, error) {
	_, hashed := assets()
	if hashed[file] == "" {
		return "", fmt.Errorf("there is no asset %s", file)
	}
	return assetPath + hashed[file], nil
}

// serveAsset answers a request for an asset.
func (v *exchange) serveAsset() {
	byHash, _ := assets()
	a, ok := byHash[strings.TrimPrefix(v.Path, assetPath)]
	if !ok {
		v.refuse(ask.FailureWith(http.StatusNotFound, "there is no asset "+prose.Excerpt(v.Path)))
		return
	}
	v.w.Header().Set("Content-Type", a.contentType)
	v.w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	v.w.Header().Set("Content-Length", fmt.Sprint(len(a.data)))
	if v.Method != http.MethodHead {
		_, _ = v.w.Write(a.data)
	}
}
