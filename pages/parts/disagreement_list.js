// The disagreements, by criterion. One button each, so the list is walked with arrow keys and a
// click, or Enter, opens one beside it.
const STEPS = { ArrowDown: 1, ArrowUp: -1 };

class DisagreementList {
  constructor(root) {
    this.element = node("nav", "judging disagreements");
    this.element.setAttribute("aria-label", "Disagreements");
    root.append(this.element);
    this.heard = new AbortController();
    this.fit = fitting(this.element, this.heard.signal);
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  destroy() {
    this.heard.abort();
    this.element.remove();
  }

  update(data, send) {
    this.send = send;
    this.fit("");
    if (JSON.stringify(data) === JSON.stringify(this.data)) return;
    const hadFocus = this.element.contains(this.element.getRootNode().activeElement);
    const { scrollTop } = this.element;
    this.data = data;
    this.items = [];
    this.element.replaceChildren(
      ...this.more(data.before, `Earlier ones: ${data.first - 1} of ${data.total}`),
      ...data.groups.map((group) => this.group(group)),
      ...this.more(data.after, `Later ones: ${data.total - data.first - this.items.length + 1} of ${data.total}`),
    );
    this.element.scrollTop = scrollTop;
    this.mark(data.here, hadFocus);
  }

  group({ name, count, items }) {
    const box = node("section", "group");
    const head = node("h2", "", name);
    head.append(" ", node("span", "muted", count));
    const rows = node("ul");
    rows.append(...items.map((item) => this.row(item)));
    box.append(head, rows);
    return box;
  }

  row(item) {
    const { title, id, turn, direction, looks, unit } = item;
    const shown = button("item", "", "", () => this.choose(unit));
    shown.dataset.unit = JSON.stringify(unit);
    const facts = node("span", "about");
    facts.append(node("span", "muted", direction), ...looks.map((word) => node("span", "look", `✓ ${word}`)));
    const name = node("span", "name");
    name.append(node("bdi", "", title), ...(turn ? [node("span", "muted turn", ` #${turn}`)] : []));
    shown.append(name, facts);
    shown.title = id;
    this.items.push(shown);
    const row = node("li");
    row.append(shown);
    return row;
  }

  more([unit], words) {
    return unit ? [button("more", words, "", () => this.choose(unit))] : [];
  }

  // At once, since the session itself comes from the server.
  choose(unit) {
    this.mark(unit, true);
    this.send("chosen", unit);
  }

  mark(unit, isFocused) {
    const wanted = JSON.stringify(unit);
    for (const item of this.items) {
      const isHere = item.dataset.unit === wanted;
      item.tabIndex = isHere ? 0 : -1;
      if (!isHere) item.removeAttribute("aria-current");
      else item.setAttribute("aria-current", "true");
      if (isHere) this.reveal(item);
      if (isHere && isFocused) item.focus({ preventScroll: true });
    }
  }

  // Moves the list and never the page.
  reveal(item) {
    const [outer, inner] = [this.element.getBoundingClientRect(), item.getBoundingClientRect()];
    const [above, below] = [inner.top - outer.top - 34, inner.bottom - outer.bottom + 8];
    if (above < 0) this.element.scrollTop += above;
    else if (below > 0) this.element.scrollTop += below;
  }

  key(event) {
    const by = STEPS[event.key];
    const at = this.items.indexOf(event.composedPath()[0]);
    if (!by || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = this.items[at + by];
    if (!next) return;
    next.focus({ preventScroll: true });
    this.reveal(next);
  }
}

export default component(DisagreementList);
