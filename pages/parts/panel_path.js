// Which session is at hand, which came before it, and which the server says comes next.
class Path {
  constructor() {
    this.at = null;
    this.trail = [];
    this.onward = [];
    this.order = [];
    this.earlier = null;
  }

  // The next session that waits: undefined until the server has said it, null if there is none.
  get next() {
    const here = this.order.indexOf(this.at);
    if (here < 0) return undefined;
    return this.order[here + 1] ?? (here === 0 ? null : undefined);
  }

  get forward() {
    return this.onward.at(-1) ?? this.next;
  }

  get previous() {
    return this.trail.at(-1) ?? this.earlier;
  }

  go(name, isBack) {
    if (name === this.at) return;
    const [from, to] = isBack ? [this.trail, this.onward] : [this.onward, this.trail];
    if (from.at(-1) === name) from.pop();
    else if (!isBack) this.onward = [];
    if (this.at !== null) to.push(this.at);
    this.at = name;
  }
}
