/**
 * Makes the label fonts: Noto Sans, cut down to the letters labels are written in, without hinting (we draw the
 * outlines ourselves) and without layout features (Turkish must never get the fi ligature: it hides the dot of i).
 * Run it after changing RANGES and commit the two files: `node resources/fonts/build.mjs`.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const RANGES = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x17f], // Latin-1, Latin Extended-A: all of Turkish
  [0x18f, 0x18f], [0x259, 0x259], // Azerbaijani schwa
  [0x218, 0x21b], // Romanian
  [0x370, 0x3ff], // Greek
  [0x400, 0x45f], [0x490, 0x491], // Cyrillic
  [0x1e80, 0x1e85], [0x1e9e, 0x1e9e], [0x1ea0, 0x1ef9], // Welsh, capital ß, Vietnamese
  [0x2010, 0x2027], [0x2030, 0x203a], // punctuation
  [0x20a0, 0x20bf], // currencies: ₺ €
  [0x2116, 0x2116], [0x2122, 0x2122], // № ™
  [0x2212, 0x2212], [0x2215, 0x2215], // minus, fraction
];

const text = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))).join("");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const source = (name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}`));

for (const [from, to] of [["400Regular/NotoSans_400Regular.ttf", "NotoSans-Regular.ttf"], ["700Bold/NotoSans_700Bold.ttf", "NotoSans-Bold.ttf"]]) {
  const subset = await subsetFont(await readFile(source(from)), text, {
    targetFormat: "sfnt",
    noHinting: true,
    keepFeatures: [],
    dropTables: ["GSUB", "GPOS", "GDEF", "STAT", "DSIG", "meta"],
    preserveNameIds: [0, 13, 14], // copyright and licence stay inside the font
  });
  await writeFile(here(to), subset);
  console.log(`${to}: ${subset.length} bytes`);
}
await copyFile(source("LICENSE_FONT"), here("OFL.txt"));
