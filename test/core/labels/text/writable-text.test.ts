import { beforeAll, describe, expect, it } from "vitest";
import type { LabelFonts } from "../../../../core/labels/text/glyphs.ts";
import { loadLabelFonts } from "../../../../core/labels/text/label-fonts.ts";
import { RESOURCES } from "../a-label.ts";

let fonts: LabelFonts;
beforeAll(async () => {
  fonts = await loadLabelFonts(RESOURCES);
});

const kept = (text: string): unknown => fonts.writable(text);

describe("writable", () => {
  it("keeps every script that the fonts have, composed, on one line", () => {
    for (const text of [
      "Çağla Şimşek ₺ ẞ",
      "Ёлка Київ",
      "Ωμέγα",
      "شارع العلم",
      "רחוב",
      "北京市",
      "ヤマト運輸",
      "Bùi Thị Thanh",
      "Қазақстан Өскемен",
      "Ғұмар Әлі",
      "Улаанбаатар өрөө",
      "Nguyễn Văn Ngơ Đưa",
      "Ἀθῆναι ὁδός",
      "Ɓala Ƙofa",
      "Oʻzbekiston",
    ])
      expect(kept(text)).toEqual({ text, isTransliterated: false });
    expect(kept("  Ayşe \n\t  Oğlu ".normalize("NFD"))).toEqual({
      text: "Ayşe Oğlu",
      isTransliterated: false,
    });
  });

  it("transliterates letters that no font has, and reports it", () => {
    expect(["한국", "สวัสดี", "საქართველო", "Հայ"].map((text) => fonts.writable(text))).toEqual([
      { text: "HanGug", isTransliterated: true },
      { text: "swasdi", isTransliterated: true },
      { text: "sakartvelo", isTransliterated: true },
      { text: "Hay", isTransliterated: true },
    ]);
  });

  it("prints a word in one script: one letter that no font has transliterates the whole word, and no other word", () => {
    expect(kept("улица Ꙋтро 5")).toEqual({ text: "улица Utro 5", isTransliterated: true });
    expect(kept("Мꙋж-дом, Ωμέγα")).toEqual({ text: "Muzh-dom, Ωμέγα", isTransliterated: true });
    expect(kept("\u{20BB7}野家")).toEqual({ text: "Kichi野家", isTransliterated: true }); // an ideograph is a separate word
  });

  it("leaves emoji out instead of printing their names, and reports it", () => {
    for (const emoji of ["😀", "👨‍👩‍👧", "🇹🇷", "♥", "☎️"])
      expect(kept(`Ali ${emoji} Can`)).toEqual({ text: "Ali Can", isTransliterated: true });
  });

  it("drops invisible characters and lone marks without reporting a change", () => {
    expect(kept("Ali\u200b\u202e\u2066 \u00adCan\ufeff\u0007")).toEqual({
      text: "Ali Can",
      isTransliterated: false,
    });
    expect(kept("\u200d\u200c")).toEqual({ text: "", isTransliterated: false });
  });

  it("replaces compatibility forms by plain letters, and removes an unknown mark from a letter", () => {
    expect(["ﬁliz", "㈱", "ﷲ", "aɑ→c"].map((text) => fonts.writable(text))).toEqual(
      ["filiz", "(株)", "الله", "aa->c"].map((text) => ({ text, isTransliterated: false })),
    );
    expect(kept("x\u0323y")).toEqual({ text: "xy", isTransliterated: true });
    expect(kept(`Z${"\u0301".repeat(300)}algo`)).toEqual({ text: "Źalgo", isTransliterated: true });
  });

  it("never prints a question mark for a letter", () => {
    for (const text of ["ᚠᚢᚦ", "\u{1F600}", "\u{20BB7}", "\ud800", "\u{E000}", "ꙮ"])
      expect(fonts.writable(text).text).not.toContain("?");
  });
});
