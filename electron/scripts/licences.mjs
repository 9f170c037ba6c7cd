/**
 * Collects the licences of everything that the bundles contain and load, because every licence must
 * be distributed with the product. The file of licences is written next to the bundles and packed
 * with them.
 */
import fs from "node:fs";
import path from "node:path";
import { modules } from "./places.mjs";

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
const TEXT = /^(licen[cs]e|copying|notice)(\.|-|$)/i;

/** Libraries inside the native file of a package, with the licence that is chosen of several. */
const INSIDE = [
  {
    name: "hidapi",
    licence: "BSD-3-Clause",
    version: "node-hid/hidapi/VERSION",
    text: "node-hid/hidapi/LICENSE-bsd.txt",
  },
];

/**
 * Creates the collector of licences.
 *
 * @returns {{ plugin: import("rolldown").Plugin, write(file: string, outside: readonly string[]):
 *   void }} A plugin that records the packages in a bundle, and the function that writes the file
 *   after all builds.
 */
export function createLicences() {
  const folders = new Set();
  return {
    plugin: {
      name: "licences",
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          for (const id of chunk.type === "chunk" ? chunk.moduleIds : []) {
            const folder = PACKAGE.exec(id.replace(/^\0/, ""))?.[1];
            if (folder !== undefined) folders.add(folder);
          }
        }
      },
    },
    write(file, outside) {
      const packed = outside
        .map((name) => path.join(modules, name))
        .filter((folder) => fs.existsSync(folder));
      fs.writeFileSync(file, textOf([...folders, ...packed, ...fonts()]));
    },
  };
}

/**
 * Returns the folders of the font packages: style sheets load fonts as files, which no bundle
 * records.
 */
function fonts() {
  return ["@fontsource-variable", "@expo-google-fonts"].flatMap((scope) => {
    const folder = path.join(modules, scope);
    return fs.existsSync(folder)
      ? fs.readdirSync(folder).map((name) => path.join(folder, name))
      : [];
  });
}

/** Returns the text of all licences, sorted by name, each package once. */
function textOf(folders) {
  const parts = new Map();
  for (const folder of folders) {
    if (!fs.existsSync(path.join(folder, "package.json"))) continue;
    const { name, version, license } = JSON.parse(
      fs.readFileSync(path.join(folder, "package.json"), "utf8"),
    );
    if (name === undefined) continue;
    const texts = fs
      .readdirSync(folder)
      .filter((file) => TEXT.test(file))
      .sort()
      .map((file) => fs.readFileSync(path.join(folder, file), "utf8").trim());
    parts.set(
      `${name} ${version}`,
      `${name} ${version} (${typeof license === "string" ? license : "see below"})\n\n${texts.join("\n\n")}`.trim(),
    );
  }
  for (const { name, licence, version, text } of INSIDE) {
    const read = (file) => fs.readFileSync(path.join(modules, file), "utf8").trim();
    const key = `${name} ${read(version)}`;
    parts.set(key, `${key} (${licence})\n\n${read(text)}`);
  }
  return `${[...parts.keys()]
    .sort()
    .map((key) => parts.get(key))
    .join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
