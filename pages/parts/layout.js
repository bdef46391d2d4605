// JSON on lines of its own. Only white space between tokens changes: numbers, escapes and double
// keys stay as they were written, so that a quote from the text is still found in it.
const LONGEST_LINE = 88;
const DEEPEST = 60;

function laidOut(text) {
  if (!/^\s*[[{]/.test(text) || text.length > 400_000) return text;
  try {
    JSON.parse(text);
    return written(new Reader(text).value(0), 0);
  } catch {
    return text;
  }
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  // Returns {flat}, and for an object or array also its items: [{key, value}].
  value(depth) {
    if (depth > DEEPEST) throw new RangeError("too deep to lay out");
    this.skip();
    const open = this.text[this.at];
    return open === "{" || open === "[" ? this.group(open, depth) : { flat: this.scalar() };
  }

  group(open, depth) {
    const close = open === "{" ? "}" : "]";
    const items = [];
    this.at++;
    for (this.skip(); this.text[this.at] !== close; this.skip()) {
      if (this.text[this.at] === ",") this.at++;
      items.push({ key: open === "{" ? this.key() : "", value: this.value(depth + 1) });
    }
    this.at++;
    const inner = items.map(({ key, value }) => key + value.flat).join(", ");
    return { open, close, items, flat: open + inner + close };
  }

  key() {
    this.skip();
    const key = this.scalar();
    this.skip();
    this.at++;
    return `${key}: `;
  }

  scalar() {
    const token = /"(?:[^"\\]|\\.)*"|[^\s,\]}]+/y;
    token.lastIndex = this.at;
    const [found] = token.exec(this.text);
    this.at += found.length;
    return found;
  }

  skip() {
    while (/\s/.test(this.text[this.at] ?? "")) this.at++;
  }
}

// Short items share a line, as words in a paragraph do: a tool's long answer stays in view.
function written(value, indent, before = 0) {
  if (!value.items?.length || indent + before + value.flat.length <= LONGEST_LINE) return value.flat;
  const margin = " ".repeat(indent + 2);
  const lines = [];
  for (const { key, value: item } of value.items) {
    const text = key + written(item, indent + 2, key.length + 1);
    const both = `${lines.at(-1)}, ${text}`;
    const isPacked = lines.length && margin.length + both.length <= LONGEST_LINE && !both.includes("\n");
    if (isPacked) lines[lines.length - 1] = both;
    else lines.push(text);
  }
  return `${value.open}\n${margin}${lines.join(`,\n${margin}`)}\n${" ".repeat(indent)}${value.close}`;
}
