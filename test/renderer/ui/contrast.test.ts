/** Contrast of the design tokens by the formula of WCAG 2.2, in each theme. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../helpers/folders.ts";

const THEMES = ["light", "dark", "contrast"] as const;
type Theme = (typeof THEMES)[number];
type Linear = readonly [red: number, green: number, blue: number];

const SURFACES = ["surface-page", "surface-panel", "surface-raised"];
const TONES = ["accent", "ok", "attention", "stop", "info"];
const SOFT = TONES.map((tone) => `${tone}-soft`);
const TEXT_PAIRS = [
  ...["text", "text-soft"].flatMap((text) =>
    [...SURFACES, ...SOFT].map((ground) => [text, ground]),
  ),
  ...TONES.flatMap((tone) => [...SURFACES, `${tone}-soft`].map((ground) => [tone, ground])),
  ...["accent", "accent-hover"].map((ground) => ["on-accent", ground]),
  ...Array.from({ length: 8 }, (_, i) => ["on-carrier", `carrier-${i + 1}`]),
  ...["test-band", "test-stripe"].map((ground) => ["on-test-band", ground]),
];
/** Meaningful lines: borders of fields, the focus ring, marks. */
const PART_PAIRS = ["line-strong", ...TONES].flatMap((line) =>
  SURFACES.map((ground) => [line, ground]),
);

const css = readFileSync(join(ROOT, "renderer/ui/tokens.css"), "utf8");
const [base = "", contrast = ""] = css.split(':root[data-theme="contrast"]');

/** @returns The token's lightness in percent, its chroma and its hue in degrees in this theme. */
function oklchOf(theme: Theme, token: string): readonly [string, string, string] {
  const search = new RegExp(`--${token}: (.+);`);
  const value =
    (theme === "contrast" ? search.exec(contrast)?.[1] : undefined) ?? search.exec(base)?.[1];
  const parts = [...(value ?? "").matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)];
  const [, light, chroma, hue] = parts[theme === "light" ? 0 : parts.length - 1] ?? [];
  if (light === undefined || chroma === undefined || hue === undefined)
    throw new Error(`--${token} is no colour in oklch: ${value}`);
  return [light, chroma, hue];
}

/** @returns The token's value in this theme, red, green and blue as linear light from 0 to 1. */
function linearOf(theme: Theme, token: string): Linear {
  const [light, chroma, hue] = oklchOf(theme, token);
  return fromOklch(Number(light) / 100, Number(chroma), (Number(hue) * Math.PI) / 180);
}

/** Björn Ottosson's Oklab, https://bottosson.github.io/posts/oklab/. */
function fromOklch(light: number, chroma: number, hue: number): Linear {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (part: number): number => Math.min(1, Math.max(0, part));
  return [
    within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

const luminance = ([red, green, blue]: Linear): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;

function ratio(theme: Theme, [over = "", ground = ""]: readonly string[]): number {
  const [lower = 0, higher = 0] = [over, ground]
    .map((token) => luminance(linearOf(theme, token)))
    .toSorted((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

const below = (theme: Theme, pairs: readonly (readonly string[])[], least: number): string[] =>
  pairs
    .filter((pair) => ratio(theme, pair) < least)
    .map((pair) => `${pair.join(" on ")}: ${ratio(theme, pair).toFixed(2)}`);

describe.each(THEMES)("contrast in the %s theme", (theme) => {
  it("text has a contrast of 7:1 on every background", () => {
    expect(below(theme, TEXT_PAIRS, 7)).toEqual([]);
  });

  it("meaningful lines and marks have a contrast of 3:1 on every surface", () => {
    expect(below(theme, PART_PAIRS, 3)).toEqual([]);
  });
});

/** Smallest difference in hue between the accent and what warns, degrees. */
const APART = 60;

it.each(THEMES)(
  "the accent of the %s theme has another hue than warnings and test mode",
  (theme) => {
    const hueOf = (token: string): number => Number(oklchOf(theme, token)[2]);
    const near = ["attention", "stop", "test-band"].filter((token) => {
      const turn = Math.abs(hueOf(token) - hueOf("accent"));
      return Math.min(turn, 360 - turn) < APART;
    });
    expect(near).toEqual([]);
  },
);

it("white on black has a contrast of 21:1", () => {
  expect(ratio("contrast", ["text", "surface-page"])).toBeCloseTo(21, 1);
});
