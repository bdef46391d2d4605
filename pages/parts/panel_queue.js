// The queue that a session comes from, and how long it is kept for this reviewer.
class QueueLine {
  constructor(panel) {
    this.element = node("p", "lease");
    this.text = node("span");
    this.on = button("link", "Next session", null, () => panel.desk.walk.depart());
    this.element.append(this.text, this.on);
  }

  paint({ queue, sessions }, sheet) {
    this.element.hidden = !queue;
    if (!queue) return;
    // The server's word is on the session that it knows to be at hand; the browser may be ahead.
    const isKnown = sheet?.given.name === sessions[0]?.name;
    const isLost = isKnown && queue.is_lost;
    this.element.classList.toggle("notice", isLost || queue.is_closed);
    this.on.hidden = !isLost;
    this.text.textContent = this.words(queue, { isLost, until: isKnown && queue.until, hasMore: sessions.length > 0 });
  }

  words(queue, { isLost, until, hasMore }) {
    if (isLost) return "Others have this session now: it was not kept for you any longer. What you answered is saved. ";
    if (queue.is_closed) return `${queue.name} was closed.${hasMore ? " What you have at hand you can still finish." : ""}`;
    return [queue.name, until && `reserved for you until ${timeOf(until)}`].filter(Boolean).join(" · ");
  }
}

function timeOf(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
