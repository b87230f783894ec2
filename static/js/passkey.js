/* 通行密鑰: <form data-passkey='options of the server'> holds a button [data-passkey-start] and a hidden field
   [data-passkey-answer]. The button has the browser make a key (options with `user`) or sign with one, and sends the
   form with the answer. [data-passkey-trouble] says what to do when the browser gave none. */
"use strict";
(function () {
  function bytes(text) {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function text(buffer) {
    const plain = String.fromCharCode(...new Uint8Array(buffer));
    return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  const known = (list) => (list || []).map((each) => ({ ...each, id: bytes(each.id) }));

  async function make(options) {
    const key = await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: known(options.excludeCredentials),
      },
    });
    const { clientDataJSON, attestationObject } = key.response;
    return [key, { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) }];
  }

  async function sign(options) {
    const key = await navigator.credentials.get({
      publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: known(options.allowCredentials) },
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = key.response;
    return [key, {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle ? text(userHandle) : undefined,
    }];
  }

  async function start(form) {
    const trouble = form.querySelector("[data-passkey-trouble]");
    const options = JSON.parse(form.dataset.passkey);
    trouble.hidden = true;
    try {
      const [key, response] = await (options.user ? make(options) : sign(options));
      const answer = { id: key.id, rawId: text(key.rawId), type: key.type, response, clientExtensionResults: {} };
      form.querySelector("[data-passkey-answer]").value = JSON.stringify(answer);
      form.requestSubmit();
    } catch {
      trouble.hidden = false;
    }
  }

  window.paiju.each("form[data-passkey]", (form) => {
    const button = form.querySelector("[data-passkey-start]");
    button.hidden = !window.PublicKeyCredential;
    button.addEventListener("click", () => { if (form.reportValidity()) start(form); });
  });
})();
