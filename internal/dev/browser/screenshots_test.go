package browser

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/tourney-go/tourney"
)

var update = flag.Bool("update", false, "write the pictures of the docs anew")

const (
	images    = "../../../docs/images"
	maxBytes  = 80 << 10
	maxWidth  = 1200
	maxColors = 256 // of a palette
)

// TestScreenshots: the pictures in the docs are small. With -update the test writes them anew.
func TestScreenshots(t *testing.T) {
	for _, shot := range []struct {
		file, path, ready string
		height            int64
	}{
		{"requests.png", "requests/7", "What you asked", 760},
		{"bracket.png", "bracket", "Bracket", 760},
	} {
		t.Run(shot.file, func(t *testing.T) {
			file := filepath.Join(images, shot.file)
			if *update {
				srv := start(t, tourney.Soccer)
				traffic(t, srv)
				b := open(t, srv.URL())
				send(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
					Width: maxWidth, Height: shot.height, DeviceScaleFactor: 1,
				})
				b.visit(srv.URL() + consolePath + shot.path)
				b.shows("main", shot.ready)
				taken, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				require.NoError(t, err)
				require.NoError(t, os.MkdirAll(images, 0o755))
				require.NoError(t, os.WriteFile(file, small(t, taken), 0o644))
			}
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			require.LessOrEqual(t, len(data), maxBytes)
			config, err := png.DecodeConfig(bytes.NewReader(data))
			require.NoError(t, err)
			require.LessOrEqual(t, config.Width, maxWidth)
			require.IsType(t, color.Palette{}, config.ColorModel)
		})
	}
}

// small returns a picture with a palette of its most frequent colours. Pages have few, and shades of letters.
func small(t *testing.T, data []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(data))
	require.NoError(t, err)
	bounds := full.Bounds()
	counts := map[color.Color]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[color.NRGBAModel.Convert(full.At(x, y))]++
		}
	}
	palette := color.Palette(slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), compareColors(a, b))
	}))
	reduced := image.NewPaletted(bounds, palette[:min(len(palette), maxColors)])
	nearest := map[color.Color]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := color.NRGBAModel.Convert(full.At(x, y))
			index, known := nearest[c]
			if !known {
				index = uint8(reduced.Palette.Index(c))
				nearest[c] = index
			}
			reduced.SetColorIndex(x, y, index)
		}
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	require.NoError(t, encoder.Encode(&out, reduced))
	return out.Bytes()
}

// compareColors orders colours of the same frequency, so that a picture is the same each time.
func compareColors(a, b color.Color) int {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	return cmp.Or(cmp.Compare(ar, br), cmp.Compare(ag, bg), cmp.Compare(ab, bb))
}
