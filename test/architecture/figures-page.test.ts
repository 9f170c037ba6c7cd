import { describe, expect, it } from "vitest";
import { withFigures } from "../bench/figures-page.ts";

const PAGE = `| Row | Measures | Ours | Floor | Ratio |
|---|---|---|---|---|
| \`a.rate\` | a rate | 1 (1–1) | 793, its dots | 0.25 |
| \`a.alone\` | no floor | 1 (1–1) | | |
| \`b.other\` | not measured | 7 (6–8) | 3 | 2.3 |`;
const row = { unit: "ms", goal: "", runs: 5 };

describe("the page of figures", () => {
  it("the page gets the measured rows, keeps its text and other rows, and the measured rows that it lacks are returned", () => {
    const { page, missing } = withFigures(PAGE, [
      {
        ...row,
        row: "a.rate",
        ours: 1234.5,
        floor: 2000,
        ratio: 0.6172,
        spread: { ours: [999, 1500], ratio: [0.5, 0.7] },
      },
      {
        ...row,
        row: "a.alone",
        ours: 4.256,
        floor: null,
        ratio: null,
        spread: { ours: [4, 5], ratio: null },
      },
      {
        ...row,
        row: "c.new",
        ours: 1,
        floor: null,
        ratio: null,
        spread: { ours: [1, 1], ratio: null },
      },
    ]);
    expect(page.split("\n").slice(2)).toEqual([
      "| `a.rate` | a rate | 1,235 (999–1,500) | 2,000, its dots | 0.617 |",
      "| `a.alone` | no floor | 4.26 (4–5) | | |",
      "| `b.other` | not measured | 7 (6–8) | 3 | 2.3 |",
    ]);
    expect(missing).toEqual(["c.new"]);
  });
});
