import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSentence, sentence } from "../../../core/base/sentences.ts";
import { TEMPLATES as ALL } from "../../../core/station/sentences/templates.ts";

const TEMPLATES = {
  right: "{{name}} refused ({{code}}): {{words}} The token lacks a right there.",
  refused: "{{name}} refused ({{code}}): {{words}}",
};

describe("a sentence", () => {
  it("is read back with its values, also with signs that patterns use", () => {
    const text = sentence(TEMPLATES.refused, { name: "A+B (x)", code: "E1", words: "No.\n2 $1" });
    expect(text).toBe("A+B (x) refused (E1): No.\n2 $1");
    expect(readSentence(TEMPLATES, text)).toEqual({
      key: "refused",
      values: { name: "A+B (x)", code: "E1", words: "No.\n2 $1" },
    });
  });

  it("of no template is not read", () => {
    expect(readSentence(TEMPLATES, "Kabul edilmedi.")).toBeUndefined();
  });

  it("of each template of the product is read back as itself", () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9ğşı]{1,9}$/);
    fc.assert(
      fc.property(plain, (value) => {
        const wrong = Object.entries(ALL).filter(([key, template]) => {
          const text = template.replace(/\{\{\w+\}\}/g, value);
          const read = readSentence(ALL, text);
          return read?.key !== key || Object.values(read.values).some((one) => one !== value);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });
});
