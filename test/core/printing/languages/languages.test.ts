import { describe, expect, it } from "vitest";
import { DOCUMENT_LANGUAGES } from "../../../../core/db/documents/documents.schema.ts";
import { findOtherLanguage, getLanguage } from "../../../../core/printing/languages/languages.ts";
import { parseTsplStatus } from "../../../../core/printing/languages/tspl-status.ts";
import { aZpl } from "../a-printer.ts";

describe("a TSPL printer's status byte", () => {
  it.each([
    [0x00, undefined, true],
    [0x20, undefined, false],
    [0x01, "head open", true],
    [0x41, "head open", true],
    [0x02, "fault", true],
    [0x24, "paper out", false],
    [0x05, "head open", true],
    [0x08, "ribbon out", true],
    [0x10, "paused", true],
    [0x80, "fault", true],
  ] as const)("status byte %s means the fault %s, idle: %s", (byte, reason, isIdle) => {
    const status = parseTsplStatus(String.fromCharCode(byte));
    expect([status?.fault?.reason, status?.isIdle]).toEqual([reason, isIdle]);
  });

  it("a missing status byte is awaited, and the last byte counts", () => {
    expect([parseTsplStatus(""), parseTsplStatus("\x04\x00")]).toEqual([
      undefined,
      { fault: undefined, isIdle: true },
    ]);
  });
});

describe("a printer's language", () => {
  it("a language is recognised by the start of its labels, and by the start of no other language's labels", () => {
    const labels = {
      ZPL: aZpl(),
      PDF: Buffer.from("%PDF-1.4\n"),
      TSPL: Buffer.from("SIZE 100 mm,150 mm\r\nCLS\r\n"),
      EPL: Buffer.from("\nN\nq800\n"),
    };
    for (const name of DOCUMENT_LANGUAGES) {
      expect(DOCUMENT_LANGUAGES.filter((other) => getLanguage(other).begins(labels[name]))).toEqual(
        [name],
      );
      for (const other of DOCUMENT_LANGUAGES)
        expect(findOtherLanguage(other, labels[name])).toBe(other === name ? undefined : name);
    }
  });
});
