// The script of the page that `right-rag inspect --html` writes. Every text of the document is shown through textContent.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { text, units, chunks, omissions, findings } = data;
  const $ = (id) => document.getElementById(id);
  const element = (name, className, words) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (words !== undefined) made.textContent = words;
    return made;
  };
  const percent = (share) => `${Math.floor(share * 1000) / 10} %`;
  const number = (n) => n.toLocaleString("en");

  // The text, cut where a unit, a chunk or an omission begins or ends. Pieces of one unit that follow each other are a block.
  const points = new Set([0, text.length]);
  for (const { s, e } of units) points.add(s).add(e);
  for (const [s, e] of chunks) points.add(s).add(e);
  for (const [s, e] of omissions) points.add(s).add(e);
  const cuts = [...points].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  const placed = units.map((unit, i) => ({ ...unit, i })).filter(({ s, e }) => e > s);
  placed.sort((a, b) => a.s - b.s || b.e - a.e || a.i - b.i);

  /** Goes through spans that rise by their start, beside the cuts: those that are open at a place. */
  function opener(spans, startOf, endOf) {
    let next = 0;
    let open = [];
    return (at) => {
      while (next < spans.length && startOf(spans[next]) <= at) open.push(spans[next++]);
      open = open.filter((span) => endOf(span) > at);
      return open;
    };
  }
  const unitsAt = opener(
    placed,
    (unit) => unit.s,
    (unit) => unit.e,
  );
  const numbered = chunks.map(([s, e], n) => ({ s, e, n }));
  const chunksAt = opener(
    numbered,
    (chunk) => chunk.s,
    (chunk) => chunk.e,
  );
  const omitted = [...omissions].sort((a, b) => a[0] - b[0]);
  const omittedAt = opener(
    omitted,
    (omission) => omission[0],
    (omission) => omission[1],
  );

  /** Start, text node and block of each piece, rising. */
  const pieces = [];
  const firstBlock = new Map();
  const body = document.createDocumentFragment();
  let block;
  for (let k = 0; k + 1 < cuts.length; k++) {
    const [start, end] = [cuts[k], cuts[k + 1]];
    const inside = unitsAt(start);
    const cut = chunksAt(start);
    const left = omittedAt(start);
    const unit = inside.at(-1);
    const index = unit === undefined ? -1 : unit.i;
    const words = text.slice(start, end);
    const blank = words.trim() === "";
    const changes = block === undefined || block.index !== index;
    // White space between units makes no block, and takes no room: blocks have a distance of their own.
    if (changes && (!blank || block === undefined)) block = newBlock(index, unit);
    const piece = element("span", changes && blank ? "space" : classOf(words, unit, cut, left));
    piece.textContent = words;
    const chunk = cut.at(-1);
    if (chunk !== undefined && chunk.s === start) {
      piece.classList.add("first");
      piece.dataset.n = String(chunk.n + 1);
    }
    if (left.length > 0) piece.title = `Omitted: ${left[0][2]}`;
    block.words.append(piece);
    pieces.push({ start, end, node: piece.firstChild, block: block.element });
  }
  $("text").append(body);

  function newBlock(index, unit) {
    const made = element("div", unit === undefined ? "block loose" : "block");
    made.style.setProperty("--depth", String(Math.min(unit?.d ?? 0, 6)));
    made.dataset.unit = String(index);
    const words = element("div", "words");
    words.dir = "auto";
    if (data.language !== "") words.lang = data.language;
    const note = element("div", "note");
    note.setAttribute("aria-hidden", "true");
    if (unit !== undefined && !firstBlock.has(index)) {
      note.append(element("span", "", unit.t), element("div", "", `${number(unit.s)}–${number(unit.e)}${unit.g ? ` · p. ${unit.g}` : ""}`));
      firstBlock.set(index, made);
    }
    made.append(words, note);
    // A guess at its height, so that the scroll bar is about right before the block was seen.
    const length = unit === undefined ? 200 : Math.min(unit.e - unit.s, 4000);
    made.style.containIntrinsicHeight = `auto ${Math.max(1.7, Math.ceil(length / 85) * 1.7)}rem`;
    body.append(made);
    return { index, element: made, words };
  }

  function classOf(words, unit, cut, left) {
    if (words.trim() === "") return cut.length > 0 ? shade(cut) : "";
    if (left.length > 0) return "omitted";
    if (unit === undefined) return "gap";
    return cut.length > 0 ? shade(cut) : isHeading(words, unit) ? "" : "unchunked";
  }
  function shade(cut) {
    return `${cut.at(-1).n % 2 === 0 ? "a" : "b"}${cut.length > 1 ? " many" : ""}`;
  }
  /** A heading above other units need not be in a chunk. */
  function isHeading(words, unit) {
    const letters = (value) => (value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
    return letters(words) === "" || (words.length < unit.t.length + 400 && letters(words) === letters(unit.t));
  }

  // The tree.
  const counts = new Map();
  for (const [, , unit] of chunks) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const troubled = new Set();
  for (const [, start, end, , , fault] of findings) if (fault && end > start) troubled.add(innermost(start));
  const items = [];
  const root = document.querySelector("[role=tree]");
  const many = units.length > 300;
  for (const [i, unit] of units.entries()) {
    const item = element("li");
    item.setAttribute("role", "treeitem");
    item.tabIndex = -1;
    item.dataset.unit = String(i);
    item.setAttribute("aria-level", String(unit.d + 1));
    item.setAttribute("aria-selected", "false");
    const row = element("div", "row");
    const size = element("small", "", `${number(unit.e - unit.s)}${counts.has(i) ? ` · ${counts.get(i)}` : ""}`);
    size.title = `${number(unit.e - unit.s)} characters, ${counts.get(i) ?? 0} chunks of its own`;
    const name = element("span", "name", unit.t);
    name.title = unit.a === undefined ? unit.t : `${unit.t}\n${unit.a}`;
    name.dir = "auto";
    row.append(element("span", "twist", ""), name);
    if (troubled.has(i)) row.append(element("span", "bad", "!"));
    row.append(size);
    item.append(row);
    items.push(item);
    const parent = unit.p < 0 ? undefined : items[unit.p];
    if (parent === undefined) {
      root.append(item);
      continue;
    }
    let group = parent.querySelector(":scope > ul");
    if (group === null) {
      group = element("ul");
      group.setAttribute("role", "group");
      parent.append(group);
      setOpen(parent, !(many && units[unit.p].d >= 1));
    }
    group.append(item);
  }

  function setOpen(item, open) {
    const group = item.querySelector(":scope > ul");
    if (group === null) return;
    item.setAttribute("aria-expanded", String(open));
    group.hidden = !open;
    item.querySelector(":scope > .row > .twist").textContent = open ? "▾" : "▸";
  }

  let selected;
  function select(index, { scrollTree = true, focus = false } = {}) {
    const item = items[index];
    if (item === undefined) return;
    selected?.setAttribute("aria-selected", "false");
    if (selected !== undefined) selected.tabIndex = -1;
    for (const marked of document.querySelectorAll(".block.now")) marked.classList.remove("now");
    for (let up = units[index].p; up >= 0; up = units[up].p) setOpen(items[up], true);
    item.setAttribute("aria-selected", "true");
    item.tabIndex = 0;
    selected = item;
    firstBlock.get(index)?.classList.add("now");
    if (scrollTree) item.firstChild.scrollIntoView({ block: "nearest" });
    if (focus) item.focus({ preventScroll: true });
  }
  function show(index) {
    // A unit that is all subunits has no block of its own: its first one with text stands for it.
    const target = firstBlock.get(index) ?? pieceAt(units[index].s)?.block;
    target?.scrollIntoView({ block: "start" });
  }
  if (items.length > 0) items[0].tabIndex = 0;

  root.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item === null) return;
    if (event.target.classList.contains("twist")) return setOpen(item, item.getAttribute("aria-expanded") !== "true");
    select(Number(item.dataset.unit), { focus: true });
    show(Number(item.dataset.unit));
  });
  root.addEventListener("keydown", (event) => {
    const item = document.activeElement.closest("[role=treeitem]");
    if (item === null) return;
    const index = Number(item.dataset.unit);
    const shown = () => items.filter((candidate) => candidate.offsetParent !== null);
    const go = (to) => to !== undefined && select(Number(to.dataset.unit), { focus: true });
    const open = item.getAttribute("aria-expanded");
    if (event.key === "ArrowDown") go(shown()[shown().indexOf(item) + 1]);
    else if (event.key === "ArrowUp") go(shown()[shown().indexOf(item) - 1]);
    else if (event.key === "Home") go(items[0]);
    else if (event.key === "End") go(shown().at(-1));
    else if (event.key === "ArrowRight") open === "false" ? setOpen(item, true) : open === "true" && go(item.querySelector("li"));
    else if (event.key === "ArrowLeft") open === "true" ? setOpen(item, false) : units[index].p >= 0 && go(items[units[index].p]);
    else if (event.key === "Enter" || event.key === " ") {
      select(index, { focus: true });
      show(index);
    } else return;
    event.preventDefault();
  });
  $("text").addEventListener("click", (event) => {
    const at = event.target.closest(".block");
    if (at !== null && String(getSelection()) === "") select(Number(at.dataset.unit));
  });

  function innermost(at) {
    let found = -1;
    for (const unit of placed) {
      if (unit.s > at) break;
      if (unit.e > at) found = unit.i;
    }
    return found;
  }
  function pieceAt(at) {
    let [low, high] = [0, pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pieces[middle].start <= at) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  }
  function rangeOf(start, end) {
    const range = document.createRange();
    const [first, last] = [pieceAt(start), pieceAt(Math.max(start, end - 1))];
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, Math.min(end, last.end) - last.start);
    return range;
  }
  function mark(name, ranges) {
    if (globalThis.Highlight !== undefined) CSS.highlights.set(name, new Highlight(...ranges));
    else if (ranges.length === 1 && name !== "hits") {
      getSelection().removeAllRanges();
      getSelection().addRange(ranges[0]);
    }
  }
  function reveal(range, at) {
    // First the block, whose height is a guess until it is seen; then the place in it.
    pieceAt(at).block.scrollIntoView({ block: "nearest" });
    requestAnimationFrame(() => {
      const box = range.getBoundingClientRect();
      const frame = document.querySelector("main");
      const view = frame.getBoundingClientRect();
      if (box.top < view.top + 20 || box.bottom > view.bottom - 20) frame.scrollTop += box.top - view.top - view.height / 3;
    });
  }

  // Findings.
  const faults = findings.filter((finding) => finding[5]).length;
  const plural = (n, noun) => `${number(n)} ${noun}${n === 1 ? "" : "s"}`;
  $("found").textContent =
    findings.length === 0 ? "No findings" : `${plural(faults, "fault")}, ${plural(findings.length - faults, "hint")}`;
  const rows = findings.map(([code, start, end, line, message, fault]) => {
    const row = element("li", fault ? "fault" : "");
    row.tabIndex = 0;
    row.append(element("b", "", code), ` line ${number(line)}: `, message);
    row.addEventListener("click", () => visit(row, start, end));
    row.addEventListener("keydown", (event) => event.key === "Enter" && visit(row, start, end));
    return row;
  });
  $("findings").append(...rows);
  let current = -1;
  function visit(row, start, end) {
    if (current >= 0) rows[current].removeAttribute("aria-current");
    current = rows.indexOf(row);
    row.setAttribute("aria-current", "true");
    row.scrollIntoView({ block: "nearest" });
    if (end <= start) return;
    const range = rangeOf(start, Math.min(end, start + 2000));
    mark("finding", [range]);
    select(innermost(start));
    reveal(range, start);
  }

  // Search.
  let hits = [];
  let hit = -1;
  function find() {
    const words = $("query").value.trim();
    hits = [];
    hit = -1;
    mark("hit", []);
    if (words !== "") {
      const pattern = words.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replace(/\s+/g, "\\s+");
      for (const match of text.matchAll(new RegExp(pattern, "giu"))) {
        if (match[0] === "") break;
        hits.push([match.index, match.index + match[0].length]);
        if (hits.length >= 5000) break;
      }
    }
    mark(
      "hits",
      hits.slice(0, 2000).map(([start, end]) => rangeOf(start, end)),
    );
    if (hits.length > 0) go(0);
    else $("count").textContent = words === "" ? "" : "not found";
  }
  function go(to) {
    if (hits.length === 0) return;
    hit = (to + hits.length) % hits.length;
    const [start, end] = hits[hit];
    const range = rangeOf(start, end);
    mark("hit", [range]);
    select(innermost(start));
    reveal(range, start);
    $("count").textContent = `${number(hit + 1)} of ${hits.length >= 5000 ? "5,000 or more" : number(hits.length)}`;
  }
  let waiting;
  $("query").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(find, 150);
  });
  $("query").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      clearTimeout(waiting);
      if (hit < 0) find();
      else go(hit + (event.shiftKey ? -1 : 1));
    } else if (event.key === "Escape") {
      $("query").value = "";
      find();
      (selected ?? items[0])?.focus();
    }
  });
  $("next").addEventListener("click", () => go(hit + 1));
  $("previous").addEventListener("click", () => go(hit - 1));

  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") $("query").focus();
    else if (event.key === "n" || event.key === "p") {
      const to = current + (event.key === "n" ? 1 : -1);
      const row = rows[(to + rows.length) % Math.max(1, rows.length)];
      if (row !== undefined) row.click();
    } else if (event.key === "t") (selected ?? items[0])?.focus();
    else return;
    event.preventDefault();
  });

  $("source").textContent = data.title === "" ? data.source : `${data.title} (${data.source})`;
  $("facts").textContent =
    `${plural(units.length, "unit")}, ${plural(chunks.length, "chunk")} · ${percent(data.coverage)} in units, ${percent(data.chunkCoverage)} in chunks`;
})();
