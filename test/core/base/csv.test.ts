import fc from "fast-check";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { csvLine, unguarded } from "../../../core/base/csv.ts";

/** Splits cells as spreadsheet programs do: some honour quotes, some split at every separator. */
const readers: Readonly<Record<string, (line: string) => string[]>> = {
  "by commas, honouring quotes": (line) =>
    Papa.parse<string[]>(line, { delimiter: "," }).data.flat(),
  "by semicolons, honouring quotes": (line) =>
    Papa.parse<string[]>(line, { delimiter: ";" }).data.flat(),
  "by semicolons, blind to quotes": (line) => line.split(/[;\n\r\v\f\u0085\u2028\u2029]/),
  "by commas, blind to quotes": (line) => line.split(/[,\n\r\v\f\u0085\u2028\u2029]/),
  "by tabs, blind to quotes": (line) => line.split(/[\t\n\r\v\f\u0085\u2028\u2029]/),
};
// Some programs skip quotes and white space in front of a formula.
const isFormula = (cell: string): boolean => /^[\s\p{Cc}\p{Cf}"]*[=+\-@]/u.test(cell);

const HOSTILE = [
  '=HYPERLINK("http://x")',
  "=1+1\nx",
  "x\n=1+1",
  "a\u2028=1+1",
  "a\u2029@SUM(1)",
  "x;=1+1",
  "x,=1+1",
  "x\t+1",
  "\t=1",
  " =1",
  "\u0000=1",
  "\ufeff=1",
  "-2+3",
  "@x",
  "+90555",
  'x;"=1+1',
  'x"";=1',
  "a\r-1",
  "a\u0085=1",
  "a\v=1",
  "a\f=1",
  "a; \t =1",
  "\u00a0=1",
];

describe("a line of a CSV export", () => {
  it.each(
    Object.entries(readers).flatMap(([how, read]) =>
      (["en", "tr"] as const).map((language) => [how, language, read] as const),
    ),
  )(
    "no cell starts a formula for a program that splits %s, in a file of language %s",
    (_how, language, read) => {
      const cells = read(csvLine(HOSTILE, language));
      expect(cells.filter(isFormula)).toEqual([]);
      fc.assert(
        fc.property(
          fc.array(
            fc.string({
              unit: fc.constantFrom(
                "=",
                "+",
                "-",
                "@",
                ";",
                ",",
                "\t",
                "\n",
                "\r",
                "\u2028",
                '"',
                "'",
                " ",
                "a",
                "1",
              ),
            }),
            { minLength: 1, maxLength: 5 },
          ),
          (texts) => read(csvLine(texts, language)).filter(isFormula).length === 0,
        ),
        { numRuns: 2_000 },
      );
    },
  );

  it("reading an exported line returns the values without their formula guards", () => {
    const readAgain = (texts: readonly string[]): string[] =>
      (Papa.parse<string[]>(csvLine(texts, "en"), { delimiter: "," }).data[0] ?? []).map(unguarded);
    expect(readAgain(HOSTILE)).toEqual(HOSTILE);
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            "=",
            "+",
            "-",
            "@",
            ";",
            ",",
            "\t",
            "\n",
            "\u2028",
            '"',
            "'",
            " ",
            "a",
            "1",
          ),
        }),
        (text) => readAgain([text])[0] === text,
      ),
      { numRuns: 2_000 },
    );
  });

  it("text that is not a formula is exported unchanged", () => {
    const texts = [
      "Çağla Şimşekoğlu",
      'Ö"mer',
      "N-1; kat 2",
      "a, b",
      "2026-11-21T09:00:00.000Z",
      "",
      "x=1",
      "e-mail@x",
    ];
    expect(Papa.parse<string[]>(csvLine(texts, "en")).data[0]).toEqual(texts);
  });

  it("every cell is quoted, and numbers, even negative numbers, stay numbers", () => {
    expect(csvLine(["a", { number: "-12.50" }, { number: "7" }, "-12.50"], "en")).toBe(
      `"a","-12.50","7","'-12.50"\r\n`,
    );
  });

  it("a Turkish file has semicolons and decimal commas, as Turkish spreadsheet programs expect", () => {
    expect(csvLine(["a, b", { number: "-1250.40" }, { number: "7" }, "1.5"], "tr")).toBe(
      `"a, b";"-1250,40";"7";"1.5"\r\n`,
    );
  });
});
