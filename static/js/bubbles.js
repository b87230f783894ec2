/* 提示: what is missing in a field is said in the page's language. The browser's own bubbles speak the device's, so
   somebody with an English page and a Chinese phone got both. Words: data attributes of [data-bubbles]; a page without
   them keeps the browser's. */
"use strict";
(function () {
  const ours = new WeakSet();
  // Asked in this order, as browsers do. The value is the name of the limit that the words may tell.
  const TROUBLES = {
    badInput: "", valueMissing: "", typeMismatch: "", patternMismatch: "", tooLong: "maxLength", tooShort: "minLength",
    rangeUnderflow: "min", rangeOverflow: "max", stepMismatch: "",
  };

  function words(field) {
    const said = document.querySelector("[data-bubbles]")?.dataset;
    if (!said || field.validity.customError) return "";
    const trouble = Object.keys(TROUBLES).find((one) => field.validity[one]);
    if (!trouble) return "";
    const kind = field.matches("select, [type=radio], [type=checkbox]") ? "choice" : field.type;
    const text = said[`${trouble}-${kind}`.replace(/-(.)/g, (_whole, letter) => letter.toUpperCase())] || said[trouble] || "";
    const hint = trouble === "patternMismatch" && field.title ? ` ${field.title}` : "";
    return text.replace("{n}", field[TROUBLES[trouble]]) + hint;
  }

  document.addEventListener("invalid", ({ target }) => {
    const text = words(target);
    if (!text) return;
    ours.add(target);
    target.setCustomValidity(text);
  }, true);

  // A field with words of ours counts as wrong until they are taken back: after any change, and before it is asked again.
  function takeBack(form) {
    for (const field of form?.elements || []) {
      if (ours.delete(field)) field.setCustomValidity("");
    }
  }
  for (const change of ["input", "change"]) document.addEventListener(change, ({ target }) => takeBack(target.form), true);
  document.addEventListener("click", ({ target }) => takeBack(target.closest("button, input")?.form), true);
})();
