import { describe, expect, it } from "vitest";
import { printable } from "../../../core/labels/printable-text.ts";
import { FONTS } from "./a-label.ts";

describe("printable", () => {
  it("keeps every Turkish letter, the lira sign and European names as they are", () => {
    for (const text of ["ÇĞİÖŞÜ çğıöşü Ââ Îî Ûû ₺ €", "Łódź Žižka Ørsted Nguyễn Жанна Αθήνα", "2× Tişört – “M” raf 4…"]) {
      expect([printable(FONTS.regular, text), printable(FONTS.bold, text)]).toEqual([text, text]);
    }
  });

  it("composes what is sent decomposed, so that a phone's 'ş' is one letter", () => {
    expect(printable(FONTS.regular, "Şi\u0307şli".normalize("NFD"))).toBe(printable(FONTS.regular, "Şi\u0307şli"));
    expect(printable(FONTS.regular, "Ağrı".normalize("NFD"))).toBe("Ağrı");
  });

  it("writes a plain letter for one the font lacks, and one ? for each sign that has none", () => {
    expect(printable(FONTS.regular, "Ａｙşe ﬁrma ① → raf")).toBe("Ayşe firma 1 -> raf");
    expect(printable(FONTS.regular, "王小明")).toBe("???");
    expect(printable(FONTS.regular, "👩‍👩‍👧 Ayşe")).toBe("? Ayşe");
  });

  it("puts a text on one line and drops what cannot be seen", () => {
    expect(printable(FONTS.regular, "  Gül\r\n\tApt.\u200b\u0000 No:\u00a0 5 ")).toBe("Gül Apt. No: 5");
    expect(printable(FONTS.regular, "\ud800 a")).toBe("a");
  });
});
