// What axe objects to in this document, and the styles of the words whose contrast it found good.
//
// Contrast takes five sixths of axe's time, and is the same for all words of one style, which is that of the element and
// of all around it: three elements of each style are looked at, and none of one that has passed before.
async ({ structure, colours, everything, passed }) => {
  const styles = new Map();
  const styleOf = (element) => {
    if (!element) return "";
    if (!styles.has(element)) {
      const { color, backgroundColor, backgroundImage, opacity, filter, fontSize, fontWeight, textShadow } =
        getComputedStyle(element);
      const own = [
        element.tagName, element.className, color, backgroundColor, backgroundImage, opacity, filter, fontSize,
        fontWeight, textShadow, element.matches(":disabled, [aria-disabled=true]"),
      ].join();
      let hash = 5381;
      for (const letter of styleOf(element.parentElement) + own) {
        hash = (hash * 33 + letter.codePointAt(0)) % 9007199254740;
      }
      styles.set(element, hash.toString(36));
    }
    return styles.get(element);
  };
  // The style of an element's own words. Axe objects to no single letter: that is a style of its own.
  const kindOf = (element) => {
    const words = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data : "")).join("");
    if (!words.trim()) return "";
    return styleOf(element) + ((words.match(/[\p{L}\p{N}]/gu) ?? []).length > 1 ? "" : "-");
  };
  const known = new Set(passed);
  const times = new Map();
  const looked = [];
  for (const element of colours ? document.body.querySelectorAll("*") : []) {
    const kind = kindOf(element);
    const seen = (times.get(kind) ?? 0) + 1;
    const wanted = kind ? !known.has(kind) && seen <= 3 : element.matches("input, select, textarea");
    if (everything || (wanted && element.checkVisibility({ visibilityProperty: true }))) {
      times.set(kind, seen);
      element.dataset.look = "";
      looked.push(element);
    }
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
  const contrast = { "color-contrast": { enabled: looked.length > 0 } };
  const bySize = ["link-in-text-block", "scrollable-region-focusable"];
  const { violations, incomplete } = await axe.run({
    preload: false,
    elementRef: true,
    selectors: false,
    resultTypes: ["violations", "incomplete"],
    ...(structure ? { rules: contrast } : { runOnly: looked.length > 0 ? [...bySize, "color-contrast"] : bySize }),
  });
  const bad = [...violations, ...incomplete]
    .filter(({ id }) => id === "color-contrast")
    .flatMap(({ nodes }) => nodes.map(({ element }) => kindOf(element)));
  for (const element of looked) delete element.dataset.look;
  const good = new Set(looked.map(kindOf));
  for (const kind of ["", ...bad]) good.delete(kind);
  return [violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]), [...good]];
}
