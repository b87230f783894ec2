/* 相片: a picture in <input type=file data-shrink="1600"> is made small on the device before it is sent: at most so
   many pixels a side, JPEG. On bad wifi ten megabytes would never arrive. Where this cannot be done it is sent as it
   is, and the server makes it small. */
"use strict";
(function () {
  async function small(file, side) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return blob && blob.size < file.size ? new File([blob], "photo.jpg", { type: "image/jpeg" }) : file;
  }

  document.addEventListener("change", async (event) => {
    const field = event.target;
    if (!field.matches("input[type=file][data-shrink]") || !field.files.length) return;
    try {
      const files = new DataTransfer();
      files.items.add(await small(field.files[0], Number(field.dataset.shrink)));
      field.files = files.files;
    } catch { /* not a picture that this browser reads: the server says what is wrong with it */ }
  });
})();
