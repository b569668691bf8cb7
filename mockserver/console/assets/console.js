// The console without this file can be read and used. This file keeps a page up to date, copies texts and reads keys.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const least = 500; // milliseconds between two looks
  const shown = 3000; // milliseconds that a change is marked

  // ---- looking again: fetch the same page, and replace its regions

  const seen = new Map(); // the numbers that each region shows, by its id
  let newest = null; // the numbers that the mock has
  let last = 0;
  let timer = 0;
  let busy = false;

  const names = (element) => (element.dataset.live || "").split(" ").filter(Boolean);
  const regions = () => [...document.querySelectorAll("[data-region]")];
  const isStale = (region) => names(region).some((name) => seen.get(region.id)?.[name] !== newest[name]);

  // isRead says whether a person is reading or filling in a region, so that it must stay as it is.
  function isRead(region) {
    const active = document.activeElement;
    if (active && region.contains(active) && active !== region) {
      return region.hasAttribute("data-pause") || active.matches("input, select, textarea, summary");
    }
    if (!region.hasAttribute("data-pause")) return false;
    const selection = document.getSelection();
    const selects = selection && !selection.isCollapsed && region.contains(selection.anchorNode);
    return selects || region.matches(":hover");
  }

  function look(force) {
    clearTimeout(timer);
    if (document.hidden || busy || !newest) return;
    const stale = regions().filter(isStale);
    const now = force ? stale : stale.filter((region) => !isRead(region));
    offer(stale.filter((region) => !now.includes(region)));
    if (now.length === 0) return;
    const wait = last + least - Date.now();
    if (wait > 0) timer = setTimeout(() => look(force), wait);
    else refresh(now);
  }

  // refresh replaces regions. The first time a region that is read stays, and is stale if the mock has another one.
  async function refresh(now, first) {
    busy = true;
    last = Date.now();
    const at = newest;
    try {
      const page = await fetchPage(location.href);
      for (const region of page ? now : []) {
        if (first && isRead(region) && page.getElementById(region.id)?.innerHTML !== region.innerHTML) continue;
        swap(region, page, true);
        seen.set(region.id, at);
      }
    } catch {
      // The mock may be unreachable for a while: the stream says when to look again.
    }
    busy = false;
    if (first || newest !== at) look(false);
  }

  async function fetchPage(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) return null;
    return pin(new DOMParser().parseFromString(await answer.text(), "text/html"), answer.url);
  }

  // pin makes the addresses of a page absolute. They are relative to the page, and the address of the document changes
  // when a link replaces a part of it.
  function pin(page, address) {
    for (const name of ["href", "action", "src"]) {
      for (const element of page.querySelectorAll(`body [${name}]:not([${name}^="#"]), link[rel="icon"][${name}]`)) {
        element.setAttribute(name, new URL(element.getAttribute(name), address).href);
      }
    }
    return page;
  }

  // offer says how much is new in regions that a person reads.
  function offer(regions) {
    const box = document.getElementById("live");
    box.hidden = regions.length === 0;
    if (box.hidden) return;
    const name = names(regions[0])[0];
    const count = Number(newest[name]) - Number(seen.get(regions[0].id)?.[name]);
    box.firstElementChild.textContent = count > 0 ? `${count} new: show` : "Show what is new";
  }

  // swap replaces what is in a region by what the new page has there, and marks what changed.
  function swap(region, page, mark) {
    const fresh = page.getElementById(region.id);
    if (!fresh || fresh.innerHTML === region.innerHTML) return;
    const focus = focusIn(region);
    const open = [...region.querySelectorAll("details[open][id]")].map((details) => details.id);
    const before = new Map([...region.querySelectorAll("[data-key]")].map((row) => [row.dataset.key, row.textContent]));
    const scrolled = [region, ...region.querySelectorAll(".table")].map((box) => [box.scrollLeft, box.scrollTop]);
    const places = region.hasAttribute("data-move") ? placesOf(region) : null;
    region.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    region.className = fresh.className;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    for (const [i, box] of [region, ...region.querySelectorAll(".table")].entries()) {
      [box.scrollLeft, box.scrollTop] = scrolled[i] || [0, 0];
    }
    focus();
    if (mark && places) move(region, places);
    if (!mark || before.size === 0) return;
    for (const row of region.querySelectorAll("[data-key]")) {
      if (before.get(row.dataset.key) === row.textContent) continue;
      row.classList.add("changed");
      setTimeout(() => row.classList.remove("changed"), shown);
    }
  }

  // focusIn returns a function that gives the focus back to what has it in a region, after the region was replaced: the
  // element with the same id, else the one with the same name in the same row. A button gives it to no other button,
  // which would do something else.
  function focusIn(region) {
    const active = document.activeElement;
    if (!active || active === region || !region.contains(active)) return () => {};
    const key = active.closest("[data-key]")?.dataset.key;
    const rowOf = () => (key ? region.querySelector(`[data-key="${CSS.escape(key)}"]`) : region);
    const alike = () => [...(rowOf()?.querySelectorAll(active.localName) || [])];
    const named = () => alike().filter((element) => nameOf(element) === nameOf(active));
    const [place, nth] = [alike().indexOf(active), named().indexOf(active)];
    return () => {
      const again = (active.id && document.getElementById(active.id)) || named()[nth] ||
        (active.localName === "a" && alike()[place]) || (key && rowOf()?.querySelector("a"));
      if (again) again.focus({ preventScroll: true });
    };
  }

  const nameOf = (element) => element.getAttribute("aria-label") || element.textContent;

  const placesOf = (region) =>
    new Map([...region.querySelectorAll("tr[data-key]")].map((row) => [row.dataset.key, row.getBoundingClientRect().top]));

  // move lets rows that have a new place go there from the old one.
  function move(region, places) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const row of region.querySelectorAll("tr[data-key]")) {
      const by = places.get(row.dataset.key) - row.getBoundingClientRect().top;
      if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 600, easing: "ease-in-out" });
    }
  }

  // listen opens the stream of what happens, and closes it while the tab is hidden: a browser opens six connections to a
  // host, and each stream takes one.
  function listen() {
    const events = document.body.dataset.events;
    if (!events || !window.EventSource) return;
    let stream = null;
    const close = () => {
      if (stream) stream.close();
      stream = null;
    };
    const open = () => {
      if (stream || document.hidden) return;
      stream = new EventSource(events);
      stream.addEventListener("change", changed);
      stream.addEventListener("open", () => lost(false));
      stream.addEventListener("error", () => lost(true));
    };
    const changed = (event) => {
      const first = newest === null;
      newest = JSON.parse(event.data);
      if (first) {
        // Something may have changed since the page was made, so look once.
        refresh(regions().filter((region) => names(region).length > 0), true);
      } else {
        look(false);
      }
    };
    open();
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  }

  // lost says that the page is not up to date, because the mock does not answer.
  const lost = (yes) => { document.getElementById("lost").hidden = !yes; };

  // ---- links that change a part of the page

  // follow shows what a link leads to. After a key the focus goes there too: into the detail that opens, or back to the
  // row of the detail that closes.
  async function follow(address, push, byKey) {
    const at = newest;
    const left = rowOpen()?.closest("[data-key]").dataset.key;
    const page = await fetchPage(address).catch(() => null);
    if (!page) {
      location.href = address;
      return;
    }
    for (const part of document.querySelectorAll("[data-part]")) {
      swap(part, page, false);
      for (const region of part.querySelectorAll("[data-region]")) seen.set(region.id, at);
    }
    document.title = page.title;
    if (push) history.pushState(null, "", address);
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target && push) {
      target.scrollIntoView({ block: "nearest" });
      target.scrollTop = 0;
    }
    if (!byKey) return;
    const row = left && document.querySelector(`[data-key="${CSS.escape(left)}"] a[data-row]`);
    (target || row || document.getElementById("main")).focus({ preventScroll: Boolean(target) });
  }

  const rowOpen = () => document.querySelector(`[data-key] a[data-row][aria-current="true"]`);

  addEventListener("popstate", () => follow(location.href, false));

  // ---- clicks and keys

  async function copy(button) {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Cannot copy";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.copy");
    if (button) copy(button);
    if (event.target.id === "show-new") {
      look(true);
      document.getElementById("live").hidden = true;
    }
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    const plain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    let link = event.target.closest("a[data-swap]");
    const row = event.target.closest("tr[data-key]");
    if (!link && row && !event.target.closest("a, button, input, select, summary") && document.getSelection().isCollapsed) {
      link = row.querySelector("a[data-swap]");
    }
    if (link && plain) {
      event.preventDefault();
      follow(link.href, true, event.detail === 0);
    }
  });

  for (const name of ["mouseout", "focusout", "selectionchange"]) {
    document.addEventListener(name, () => { clearTimeout(timer); timer = setTimeout(() => look(false), 200); });
  }
  document.addEventListener("visibilitychange", () => look(false));

  function step(by) {
    const links = [...document.querySelectorAll("a[data-row]")];
    if (links.length === 0) return;
    const here = links.indexOf(links.includes(document.activeElement) ? document.activeElement : rowOpen());
    const to = here < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(here + by, 0), links.length - 1);
    links[to].focus();
    links[to].scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
      if (document.activeElement.closest("[data-pause]")) document.activeElement.blur();
    }
    if (event.target.closest("input, select, textarea, dialog")) return;
    const search = document.querySelector("[data-search]");
    switch (event.key) {
      case "j": step(1); break;
      case "k": step(-1); break;
      case "/": if (search) { event.preventDefault(); search.focus(); search.select(); } break;
      case "?": document.getElementById("keys").showModal(); break;
    }
  });

  pin(document, location.href);
  listen();
})();
