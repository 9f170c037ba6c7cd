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
  it("every script that the fonts have is kept, composed, on one line", () => {
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

  it("letters that no font has are transliterated, and reported", () => {
    expect(["한국", "สวัสดี", "საქართველო", "Հայ"].map((text) => fonts.writable(text))).toEqual([
      { text: "HanGug", isTransliterated: true },
      { text: "swasdi", isTransliterated: true },
      { text: "sakartvelo", isTransliterated: true },
      { text: "Hay", isTransliterated: true },
    ]);
  });

  it("one letter that no font has transliterates its whole word, and no other word", () => {
    expect(kept("улица Ꙋтро 5")).toEqual({ text: "улица Utro 5", isTransliterated: true });
    expect(kept("Мꙋж-дом, Ωμέγα")).toEqual({ text: "Muzh-dom, Ωμέγα", isTransliterated: true });
    expect(kept("\u{20BB7}野家")).toEqual({ text: "Kichi野家", isTransliterated: true }); // An ideograph is a separate word.
  });

  it("emoji are left out instead of printed by name, and reported", () => {
    for (const emoji of ["😀", "👨‍👩‍👧", "🇹🇷", "♥", "☎️"])
      expect(kept(`Ali ${emoji} Can`)).toEqual({ text: "Ali Can", isTransliterated: true });
  });

  it("invisible characters and lone marks are dropped without being reported", () => {
    expect(kept("Ali\u200b\u202e\u2066 \u00adCan\ufeff\u0007")).toEqual({
      text: "Ali Can",
      isTransliterated: false,
    });
    expect(kept("\u200d\u200c")).toEqual({ text: "", isTransliterated: false });
  });

  it("compatibility forms become plain letters, and an unknown mark is removed from its letter", () => {
    expect(["ﬁliz", "㈱", "ﷲ", "aɑ→c"].map((text) => fonts.writable(text))).toEqual(
      ["filiz", "(株)", "الله", "aa->c"].map((text) => ({ text, isTransliterated: false })),
    );
    expect(kept("x\u0323y")).toEqual({ text: "xy", isTransliterated: true });
    expect(kept(`Z${"\u0301".repeat(300)}algo`)).toEqual({ text: "Źalgo", isTransliterated: true });
  });

  it("no letter becomes a question mark", () => {
    for (const text of ["ᚠᚢᚦ", "\u{1F600}", "\u{20BB7}", "\ud800", "\u{E000}", "ꙮ"])
      expect(fonts.writable(text).text).not.toContain("?");
  });
});
