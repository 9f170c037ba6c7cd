/**
 * Makes every icon from packbench.svg: run it with Electron after the drawing has changed, and
 * commit what it writes.
 *
 *     node_modules/electron/dist/electron resources/icons/build.mjs [--no-sandbox]
 *
 *     packbench.png        512, of the window
 *     packbench.ico        of Windows: 16 to 256
 *     packbench.icns       of macOS: 16 to 1024, with the margin that its icons have
 *     linux/NxN.png        of Linux's icon themes
 */
import fs from "node:fs";
import path from "node:path";
import { app, BrowserWindow } from "electron";

const folder = import.meta.dirname;
const WINDOWS = [16, 20, 24, 32, 40, 48, 64, 128, 256];
const LINUX = [16, 32, 48, 64, 128, 256, 512];
/** Apple's names for sizes in pixels; those with "@2x" have names of their own. */
const MACOS = {
  icp4: 16,
  ic11: 32,
  icp5: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};
/** Of 1024 pixels Apple's icons have 100 free on each side. */
const MACOS_MARGIN = 100 / 1024;

app.disableHardwareAcceleration();
void app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await window.loadURL("data:text/html,<canvas></canvas>");
  const svg = fs.readFileSync(path.join(folder, "packbench.svg"), "utf8");
  const draw = async (size, margin = 0) =>
    Buffer.from(
      await window.webContents.executeJavaScript(
        `(${drawInPage})(${JSON.stringify(svg)}, ${size}, ${margin})`,
      ),
      "base64",
    );

  fs.mkdirSync(path.join(folder, "linux"), { recursive: true });
  for (const size of LINUX)
    fs.writeFileSync(path.join(folder, "linux", `${size}x${size}.png`), await draw(size));
  fs.writeFileSync(path.join(folder, "packbench.png"), await draw(512));
  fs.writeFileSync(
    path.join(folder, "packbench.ico"),
    ico(await each(WINDOWS, async (size) => ({ size, png: await draw(size) }))),
  );
  fs.writeFileSync(
    path.join(folder, "packbench.icns"),
    icns(
      await each(Object.entries(MACOS), async ([name, size]) => ({
        name,
        png: await draw(size, MACOS_MARGIN),
      })),
    ),
  );
  app.exit(0);
});

/** Runs in the page. @returns {Promise<string>} A PNG, base64. */
async function drawInPage(svg, size, margin) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.replace("<svg ", `<svg width="${size}" height="${size}" `))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const inset = Math.round(size * margin);
  canvas.getContext("2d").drawImage(image, inset, inset, size - 2 * inset, size - 2 * inset);
  return canvas.toDataURL("image/png").split(",")[1];
}

async function each(items, run) {
  const done = [];
  for (const item of items) done.push(await run(item));
  return done;
}

/** A directory of 16 bytes an image, then the images. A width of 256 is written as 0. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [i, { size, png }] of images.entries()) {
    const at = 6 + 16 * i;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** Name, length with its head of eight bytes, image; and the same head over all. */
function icns(images) {
  const parts = images.map(({ name, png }) => Buffer.concat([head(name, png.length + 8), png]));
  const body = Buffer.concat(parts);
  return Buffer.concat([head("icns", body.length + 8), body]);
}

function head(name, length) {
  const bytes = Buffer.alloc(8);
  bytes.write(name, "latin1");
  bytes.writeUInt32BE(length, 4);
  return bytes;
}
