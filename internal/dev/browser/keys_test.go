package browser

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// enter is the key Enter. It follows links and sends forms.
const enter = kb.Enter

// press presses keys, one after the other.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, name := range keys {
		b.run(key(name))
	}
}

// types types a text into what has the focus.
func (b *tab) types(text string) {
	b.t.Helper()
	for _, r := range text {
		b.run(key(string(r)))
	}
}

// key presses a key as a person does: a script that takes the key keeps the browser from typing it.
func key(name string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		r, _ := utf8.DecodeRuneInString(name)
		k, known := kb.Keys[r]
		if !known {
			return fmt.Errorf("no key types %q", name)
		}
		press := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: k.Key, Code: k.Code, Text: k.Text, UnmodifiedText: k.Unmodified,
			WindowsVirtualKeyCode: k.Windows, NativeVirtualKeyCode: k.Native,
		}
		if !k.Print {
			press.Type, press.Text, press.UnmodifiedText = input.DispatchKeyEventTypeRawKeyDown, "", ""
		}
		if k.Shift {
			press.Modifiers = int64(kb.ModifierShift)
		}
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, press); err != nil {
			return err
		}
		press.Type, press.Text, press.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, press)
		return err
	})
}

// tabTo presses Tab until the focus is on an element. Each element on the way must show that it has the focus.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	var passed []string
	for rounds := 0; rounds < 2; {
		b.press(kb.Tab)
		here := value[struct{ Name, Hidden string }](b, focused)
		require.Empty(b.t, here.Hidden, "%s on %s does not show that it has the focus", here.Name, b.watch.address())
		if value[bool](b, fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return
		}
		passed = append(passed, here.Name)
		if here.Name == "" {
			rounds++ // behind the last element
		}
	}
	require.Fail(b.t, "the key Tab does not reach "+selector, "on %s: %s", b.watch.address(), strings.Join(passed, ", "))
}

// focusOn waits until an element has the focus, which it must show.
func (b *tab) focusOn(selector string) {
	b.t.Helper()
	b.wait("the focus on "+selector, fmt.Sprintf(`document.activeElement.matches(%q)`, selector))
	here := value[struct{ Name, Hidden string }](b, focused)
	require.Empty(b.t, here.Hidden, "%s on %s does not show that it has the focus", here.Name, b.watch.address())
}

// follow goes to a link or a button by Tab, and presses Enter, which loads a page.
func (b *tab) follow(selector string) {
	b.t.Helper()
	b.tabTo(selector)
	b.leave(func() { b.press(enter) })
}

// focused says which element has the focus, and why a person cannot see that: an element can be without an outline, not
// be shown, be outside the window, or lie under another one.
const focused = `(() => {
	const e = document.activeElement;
	if (e === document.body) return { Name: "", Hidden: "" };
	const text = (e.innerText || e.name || "").trim().slice(0, 30).replace(/\s+/g, " ");
	const name = e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " " + text;
	const style = getComputedStyle(e), shown = { opacityProperty: true, visibilityProperty: true };
	let hidden = "";
	if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) hidden = "no outline";
	else if (!e.checkVisibility(shown) || e.getBoundingClientRect().width === 0) hidden = "not visible";
	else if (![...e.getClientRects()].some((box) => {
		const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
		const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
		if (left >= right || top >= bottom) return false;
		return e.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
	})) hidden = "outside the window or covered";
	return { Name: name, Hidden: hidden };
})()`
