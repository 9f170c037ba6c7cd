/** No English sentence of the core reaches a Turkish screen: causes have words by their codes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ERRORS, errors, type ErrorName } from "../../../core/base/errors.ts";
import { namesOf } from "../../../core/base/objects.ts";
import { PRINT_ERROR_CODES } from "../../../core/printing/printing.schema.ts";
import { REJECTED_CODES } from "../../../core/shipping/imports/imports.schema.ts";
import { reasonIn } from "../../../core/shipping/imports/row-reasons.schema.ts";
import { enCauses } from "../../../renderer/i18n/en-causes.ts";
import { showLanguage } from "../../../renderer/i18n/i18n.ts";
import { trCauses } from "../../../renderer/i18n/tr-causes.ts";
import { FailureText } from "../../../renderer/ui/FailureText.tsx";
import { PrintCause } from "../../../renderer/ui/PrintCause.tsx";
import { markupOf, textOf } from "../render.ts";

const MESSAGE = "A sentence of the core.";

function sourcesIn(folder: string, ending: RegExp): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
}

/** Returns the reasons with which the core throws errors: "E2029 empty". */
function thrownReasons(): string[] {
  const codes = new Map<string, string>(
    namesOf(errors).map((name: ErrorName) => [name, errors[name]().code]),
  );
  return sourcesIn("core", /\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/errors\.(\w+)\(([^;]*?)\breason: "([\w-]+)"/g)].flatMap(
      ([, name = "", between = "", reason = ""]) =>
        between.includes("errors.") ? [] : [`${codes.get(name) ?? name} ${reason}`],
    ),
  );
}

describe("a Turkish screen", () => {
  beforeEach(() => showLanguage("tr"));
  afterEach(() => showLanguage("en"));

  it.each([...Object.keys(ERRORS), "E9999"])(
    "a failure with the code %s shows no sentence of the core",
    (code) => {
      const text = textOf(markupOf(FailureText, { failure: { code, message: MESSAGE } }));
      expect(text).not.toContain(MESSAGE);
      expect(text.length).toBeGreaterThan(20);
    },
  );

  it.each(PRINT_ERROR_CODES)("the cause “%s” of a print shows no sentence of the core", (code) => {
    const job = { lastError: MESSAGE, lastErrorCode: code, printerName: "Zebra" };
    const text = textOf(markupOf(PrintCause, { job }));
    expect(text).not.toContain(MESSAGE);
    expect(text.length).toBeGreaterThan(10);
  });

  it.each(REJECTED_CODES)("a row refused for %s has a Turkish reason", (code) => {
    const row = { line: 2, column: "", value: "", code, detail: "E1054", reason: MESSAGE };
    const turkish = reasonIn("tr", row);
    expect(turkish).not.toContain(MESSAGE);
    expect(turkish).not.toBe(reasonIn("en", row));
  });

  it("a reason names the values that the core gives, in Turkish formats", () => {
    const failure = {
      code: "E2029",
      message: MESSAGE,
      reason: "tooManyRows",
      values: { most: 20_000 },
    };
    expect(textOf(markupOf(FailureText, { failure }))).toContain("20.000 satırdan fazlası var");
  });
});

it("every reason with which the core throws an error has words in both languages", () => {
  const reasons = thrownReasons();
  expect(reasons.length).toBeGreaterThan(40);
  const lacking = reasons.filter((one) => {
    const [code = "", reason = ""] = one.split(" ");
    return [enCauses, trCauses].some(
      (words) => Reflect.get(Object(Reflect.get(words, code)), reason) === undefined,
    );
  });
  expect([...new Set(lacking)]).toEqual([]);
});

it("no part of the screen shows a message, a cause or an error of the core as it is", () => {
  const shown = sourcesIn("renderer", /\.tsx$/).flatMap(({ file, text }) =>
    [...text.matchAll(/>\s*\{[\w.?]*\b(?:message|lastError|error|cause)\}/g)].map(
      ([found]) => `${file}: ${found.replace(/\s+/g, " ")}`,
    ),
  );
  expect(shown).toEqual([]);
});
