import { describe, expect, it } from "vitest";
import { deviceField, languageOf } from "../../../../core/printing/discovery/language-of.ts";

describe("the language that a printer reports", () => {
  it.each([
    ["ZPL", ["ZPL,EPL"]],
    ["ZPL", ["application/vnd.zebra-zpl"]],
    ["ZPL", ["", "Zebra Technologies ZTC ZD421-203dpi ZPL"]],
    ["ZPL", ["Zebra ZTC GK420d"]],
    ["TSPL", ["TSPL,EPL"]],
    ["TSPL", ["XPRINTER XP-420B, Xprinter"]],
    ["EPL", ["EPL2"]],
    ["PDF", ["image/urf,application/pdf,application/postscript"]],
    [null, ["PCL,PS", "HP LaserJet 400"]],
    [null, []],
  ] as const)("the language is %s for %j", (language, statements) => {
    expect(languageOf(statements)).toBe(language);
  });

  it("the language is read from a device ID in either of the two spellings that printers use", () => {
    expect([
      deviceField("MFG:Zebra ;CMD:ZPL;MDL:GK420d;", "CMD", "COMMAND SET"),
      deviceField("MANUFACTURER:TSC;COMMAND SET:TSPL;MODEL:TE200;", "CMD", "COMMAND SET"),
      deviceField("", "CMD"),
    ]).toEqual(["ZPL", "TSPL", ""]);
  });
});
