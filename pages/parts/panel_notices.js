// What must not be missed: labels that were refused, and labels that wait in this tab for somebody
// who was here before.
class Notices {
  constructor({ project, reviewer }) {
    this.element = node("div", "notices");
    const others = waiting(project).filter((theirs) => theirs.reviewer !== reviewer);
    this.element.append(...others.map((theirs) => this.ofAnother(theirs)));
  }

  ofAnother({ reviewer, labels }) {
    const [wait, it] = labels === 1 ? ["waits", "it"] : ["wait", "them"];
    const address = new URL(window.location.href);
    address.searchParams.set("reviewer", reviewer);
    address.searchParams.delete("session");
    const link = node("a", "", `go back to ${reviewer} to save ${it}`);
    link.href = address.href;
    const row = node("p", "notice", `${counted(labels, "label")} of ${reviewer} ${wait} here: `);
    row.append(link);
    return row;
  }

  refused(events) {
    const labels = events.filter(({ event }) => event.type === "label");
    for (const { event, why } of labels) {
      const row = node("p", "notice", `Not saved: ${event.criterion} in ${event.session}. ${why} `);
      row.append(button("link", "Close", null, () => row.remove()));
      row.setAttribute("role", "alert");
      this.element.append(row);
    }
  }
}
