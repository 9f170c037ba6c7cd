/**
 * Makes the label fonts from the Noto fonts, cut down to the characters that labels are written in,
 * without hinting (we draw the outlines ourselves). The Latin, Greek and Cyrillic fonts and the Han
 * font have no layout features: Turkish must never get the fi ligature, which hides the dot of i.
 * Arabic and Hebrew keep theirs: letters join and points are placed by them. Run it after changing
 * a range and commit the files: `node resources/fonts/build.mjs`.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import subsetFont from "subset-font";

const SANS = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x24f],
  [0x259, 0x259], // Latin-1, Latin Extended-A and B: Turkish, Azerbaijani, Romanian, Vietnamese, African languages
  [0x2bb, 0x2bd], // okina and the like
  [0x370, 0x3ff],
  [0x1f00, 0x1fff], // Greek, polytonic
  [0x400, 0x52f], // Cyrillic: Slavic, Kazakh, Kyrgyz, Mongolian, Tatar
  [0x1e00, 0x1eff], // Welsh, capital ß, Vietnamese
  [0x2010, 0x2027],
  [0x2030, 0x203a], // punctuation
  [0x20a0, 0x20bf], // currencies: ₺ €
  [0x2116, 0x2116],
  [0x2122, 0x2122], // № ™
  [0x2212, 0x2212],
  [0x2215, 0x2215], // minus, fraction
];
const ARABIC = [
  [0x20, 0x20],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x200c, 0x200d],
]; // with Persian, Urdu, Kurdish, Arabic-Indic digits
const HEBREW = [
  [0x20, 0x20],
  [0x591, 0x5f4],
  [0x20aa, 0x20aa],
];
const HAN = [
  [0x3001, 0x303f], // punctuation
  [0x3041, 0x30ff],
  [0x31f0, 0x31ff], // kana
  [0x3105, 0x312f], // bopomofo
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff], // ideographs
  [0xff01, 0xffee], // full-width and half-width forms
];

const LAYOUT = ["GSUB", "GPOS", "GDEF"];
const JOINING = [
  "ccmp",
  "locl",
  "isol",
  "init",
  "medi",
  "fina",
  "rlig",
  "calt",
  "liga",
  "mark",
  "mkmk",
  "kern",
  "curs",
];

const FONTS = [
  {
    source: "noto-sans/400Regular/NotoSans_400Regular.ttf",
    file: "NotoSans-Regular.ttf",
    ranges: SANS,
    features: [],
  },
  {
    source: "noto-sans/700Bold/NotoSans_700Bold.ttf",
    file: "NotoSans-Bold.ttf",
    ranges: SANS,
    features: [],
  },
  {
    source: "noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
    file: "NotoSansArabic-Regular.ttf",
    ranges: ARABIC,
    features: JOINING,
  },
  {
    source: "noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf",
    file: "NotoSansArabic-Bold.ttf",
    ranges: ARABIC,
    features: JOINING,
  },
  {
    source: "noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf",
    file: "NotoSansHebrew-Regular.ttf",
    ranges: HEBREW,
    features: JOINING,
  },
  {
    source: "noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf",
    file: "NotoSansHebrew-Bold.ttf",
    ranges: HEBREW,
    features: JOINING,
  },
  {
    source: "noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
    file: "NotoSansSC-Regular.ttf.br",
    ranges: HAN,
    features: [],
  },
];
const LICENCES = [
  ["noto-sans", "OFL.txt"],
  ["noto-sans-arabic", "OFL-Arabic.txt"],
  ["noto-sans-hebrew", "OFL-Hebrew.txt"],
  ["noto-sans-sc", "OFL-SC.txt"],
];

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const original = (name) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`));
const charactersOf = (ranges) =>
  ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)),
    )
    .join("");

for (const { source, file, ranges, features } of FONTS) {
  const subset = await subsetFont(await readFile(original(source)), charactersOf(ranges), {
    targetFormat: "sfnt",
    noHinting: true,
    keepFeatures: features,
    dropTables: [
      ...(features.length === 0 ? LAYOUT : []),
      "STAT",
      "DSIG",
      "meta",
      "kern",
      "vhea",
      "vmtx",
      "VORG",
      "BASE",
    ],
    preserveNameIds: [0, 13, 14], // copyright and licence stay inside the font
  });
  const stored = file.endsWith(".br")
    ? brotliCompressSync(subset, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: subset.length,
          [constants.BROTLI_PARAM_LGWIN]: 24,
        },
      })
    : subset;
  await writeFile(here(file), stored);
  console.log(`${file}: ${stored.length} bytes`);
}
for (const [name, file] of LICENCES) await copyFile(original(`${name}/LICENSE_FONT`), here(file));
