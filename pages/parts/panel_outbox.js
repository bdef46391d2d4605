// What is on its way to the server. It waits here, and in the tab's own storage, until the server
// names it as kept: a reload, a server that restarts, a change of reviewer lose nothing. Whatever
// is not answered in time is sent again, which is safe: the server knows each by its id.
const SHELF = "judging-labels ";
const RESEND = 2_000;
const RESEND_AT_MOST = 8_000;
const SLOW = 900;
const LOST = 4_500;

class Outbox {
  constructor(project, reviewer, changed) {
    this.shelf = SHELF + JSON.stringify([project, reviewer]);
    this.changed = changed;
    this.events = new Map(onShelf(this.shelf).map((event) => [event.id, event]));
    this.since = new Map([...this.events.keys()].map((id) => [id, performance.now()]));
    this.sent = new Set();
    this.patience = RESEND;
    this.post = () => {};
    guard();
  }

  close() {
    clearTimeout(this.again);
    clearInterval(this.watch);
  }

  add(event) {
    const id = identity();
    this.events.set(id, { id, ...event });
    this.since.set(id, performance.now());
    this.keep();
    this.flushSoon();
  }

  // Takes the server's word on what became of events, and returns those that it refused.
  settle(kept, refused) {
    const lost = Object.keys(refused).filter((id) => this.events.has(id));
    const found = lost.map((id) => ({ event: this.events.get(id), why: refused[id] }));
    const before = this.events.size;
    for (const id of [...kept, ...lost]) this.drop(id);
    if (this.events.size < before) this.patience = RESEND;
    this.keep();
    this.flushSoon();
    return found;
  }

  // After a server was started anew: what was sent to the one before is not on its way any more.
  restart() {
    this.sent.clear();
    this.patience = RESEND;
  }

  drop(id) {
    this.events.delete(id);
    this.since.delete(id);
    this.sent.delete(id);
  }

  // What is done in one go is sent in one go.
  flushSoon() {
    queueMicrotask(() => this.flush());
  }

  // One sending at a time, and less often to a server that is slow: each costs it an answer.
  flush(isLate = false) {
    if (!this.events.size || (this.sent.size && !isLate)) return;
    if (isLate) this.patience = Math.min(this.patience * 2, RESEND_AT_MOST);
    this.sent = new Set(this.events.keys());
    clearTimeout(this.again);
    this.again = setTimeout(() => this.flush(true), this.patience);
    this.post([...this.events.values()]);
  }

  keep() {
    store(this.shelf, [...this.events.values()]);
    this.changed();
    clearInterval(this.watch);
    if (this.events.size) this.watch = setInterval(() => this.changed(), 300);
  }

  of(type) {
    return [...this.events.values()].filter((event) => event.type === type);
  }

  // "saved" until something takes noticeably long: a word that comes and goes with each key tires.
  get state() {
    if (!this.events.size) return "saved";
    const age = performance.now() - Math.min(...this.since.values());
    if (age > LOST || (!navigator.onLine && age > SLOW)) return "offline";
    return age > SLOW ? "saving" : "soon";
  }
}

function onShelf(shelf) {
  try {
    return JSON.parse(sessionStorage.getItem(shelf) ?? "[]").filter(({ id }) => id);
  } catch {
    return [];
  }
}

function store(shelf, events) {
  try {
    if (events.length) sessionStorage.setItem(shelf, JSON.stringify(events));
    else sessionStorage.removeItem(shelf);
  } catch {
    // A full or forbidden storage costs the safety of a reload, nothing else.
  }
}

// The labels that wait in this tab, by the reviewer who gave them.
function waiting(project) {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(SHELF))
    .map((key) => [JSON.parse(key.slice(SHELF.length)), onShelf(key)])
    .filter(([[theirs], events]) => theirs === project && events.length)
    .map(([[, reviewer], events]) => ({ reviewer, labels: events.filter(({ type }) => type === "label").length }))
    .filter(({ labels }) => labels);
}

// Not crypto.randomUUID: a browser has that only over HTTPS.
function identity() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Whoever leaves while labels wait is asked, from any page of the app.
function guard() {
  if (stage.isGuarded) return;
  stage.isGuarded = true;
  window.addEventListener("beforeunload", (event) => {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(SHELF));
    if (keys.some((key) => onShelf(key).some(({ type }) => type === "label"))) event.preventDefault();
  });
}
