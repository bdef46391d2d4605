// Keys that a reviewer has chosen, kept in this browser: which key stands for which of ours.
const CHOSEN_KEYS = "judging-keys";
// Taken by the transcript, by the numbers of criteria, or by Streamlit itself.
const TAKEN = "jknbo/?rc123456789 ";

class Remap {
  constructor() {
    this.keys = this.read();
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(CHOSEN_KEYS) ?? "{}");
    } catch {
      return {};
    }
  }

  // Which of our keys the one that was pressed stands for; null where it stands for none now.
  meant(pressed) {
    const ours = Object.keys(this.keys).find((key) => this.keys[key] === pressed);
    if (ours) return ours;
    return Object.hasOwn(this.keys, pressed) ? null : pressed;
  }

  shown(ours) {
    return this.keys[ours] ?? ours;
  }

  // Sets a key, and says why it cannot be where it cannot.
  choose(ours, pressed, all) {
    if (pressed.length !== 1 || TAKEN.includes(pressed)) return `${pressed} means something else here.`;
    const other = all.find((key) => key !== ours && this.shown(key) === pressed);
    if (other) return `${pressed} is taken already.`;
    this.keys = { ...this.keys, [ours]: pressed };
    if (pressed === ours) delete this.keys[ours];
    return this.keep();
  }

  reset() {
    this.keys = {};
    this.keep();
  }

  keep() {
    try {
      localStorage.setItem(CHOSEN_KEYS, JSON.stringify(this.keys));
    } catch {
      // Then the choice holds for this visit.
    }
    return "";
  }

  // Writes the keys as they are now wherever the panel names one.
  write(element) {
    for (const shown of element.querySelectorAll("kbd")) {
      shown.dataset.ours ??= shown.textContent;
      shown.textContent = this.shown(shown.dataset.ours);
      const home = shown.closest("button");
      const label = home?.getAttribute("aria-label");
      if (!label?.endsWith(")")) continue;
      const now = label.replace(/\((\S)\)$/, `(${shown.textContent})`);
      home.setAttribute("aria-label", now);
      home.title = now;
    }
  }
}
