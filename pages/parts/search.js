// Finding words in a transcript. Matches are painted by the browser (CSS highlights): no element
// changes, so quotes stay marked.
const PAINTS = ["judging-found", "judging-here"];

class Search {
  constructor(transcript) {
    this.transcript = transcript;
    this.found = [];
    this.here = -1;
    this.box = node("input", "search");
    this.box.type = "search";
    this.box.placeholder = "Search  /";
    this.box.setAttribute("aria-label", "Search in this session");
    this.count = node("span", "count");
    this.count.setAttribute("role", "status");
    this.box.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.look(), 120);
    });
    this.box.addEventListener("keydown", (event) => this.key(event));
    this.element = node("div", "searching");
    this.element.append(this.box, this.count);
  }

  key(event) {
    if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") this.clear();
    if (event.key === "Enter" || event.key === "Escape") event.preventDefault();
    event.stopPropagation();
  }

  clear() {
    this.box.value = "";
    this.look();
    this.transcript.feed.focus({ preventScroll: true });
  }

  // Looks for the words again, in everything that is said, and goes to the first place from here.
  look() {
    clearTimeout(this.timer);
    const wanted = lowered(this.box.value.trim());
    this.wanted = wanted;
    this.found = wanted ? this.everywhere(wanted) : [];
    const { top } = this.transcript.feed.getBoundingClientRect();
    this.here = this.found.findIndex((range) => home(range).getBoundingClientRect().bottom > top) - 1;
    if (this.found.length) this.step(1);
    else this.paint();
  }

  everywhere(wanted) {
    this.transcript.fillAll();
    return [...this.transcript.feed.querySelectorAll(".said")].flatMap((said) => places(said, wanted));
  }

  step(by) {
    if (lowered(this.box.value.trim()) !== this.wanted) return this.look();
    if (!this.found.length) return;
    this.here = (this.here + by + this.found.length) % this.found.length;
    this.transcript.reveal(this.found[this.here]);
    this.paint();
  }

  paint() {
    const total = this.found.length;
    this.count.textContent = total ? `${this.here + 1} of ${total.toLocaleString("en")}` : this.wanted ? "none" : "";
    if (!window.CSS?.highlights) return;
    const ranges = [this.found, this.here < 0 ? [] : [this.found[this.here]]];
    PAINTS.forEach((name, which) => CSS.highlights.set(name, new Highlight(...ranges[which])));
  }
}

function home(range) {
  return range.startContainer.parentElement.closest("article, .opening > *");
}

function lowered(text) {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

// Returns a range for each place where `wanted` stands in the element's text.
function places(element, wanted) {
  const text = lowered(element.textContent);
  const pieces = [];
  const found = [];
  let start = text.indexOf(wanted);
  if (start < 0) return found;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let at = 0; walker.nextNode(); at += walker.currentNode.length) pieces.push([at, walker.currentNode]);
  for (; start >= 0; start = text.indexOf(wanted, start + wanted.length)) {
    const range = document.createRange();
    range.setStart(...spot(pieces, start));
    range.setEnd(...spot(pieces, start + wanted.length));
    found.push(range);
  }
  return found;
}

function spot(pieces, place) {
  const [at, text] = pieces.findLast(([from]) => from < place || from === 0);
  return [text, place - at];
}
