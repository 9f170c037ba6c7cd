import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readZ64, z64Data } from "../../../core/labels/zpl-data.ts";
import { hexData, readHex } from "../../../core/labels/zpl-hex.ts";
import { dotsPerMmOf, mediaDots } from "../../../core/labels/dots.ts";
import { zplGraphic, zplLabel } from "../../../core/labels/zpl.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

describe("a label's preamble", () => {
  it("the preamble resets settings that other programs left in the printer, and stores nothing", () => {
    expect(text(zplLabel({ width: 800, height: 1200 }, ["^FO0,0^GB9,9,9^FS"]))).toBe(
      "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS0^LT0^PW800^LL1200^PQ1\n^FO0,0^GB9,9,9^FS\n^XZ\n",
    );
  });

  it("the preamble sets the printer's darkness, speed and offset, and ^LS shifts to the left", () => {
    const settings = { darkness: -4, speed: 6, offset: { x: 8, y: -12 }, graphics: "hex" } as const;
    expect(text(zplLabel({ width: 1, height: 1 }, [], settings))).toContain(
      "^LH0,0^LS-8^LT-12^MD-4^PR6^PW1",
    );
  });

  it("a label's size is counted in the printer's real dots: 300 dpi is 11.81 dots per millimetre, not 12", () => {
    expect([
      dotsPerMmOf(203),
      mediaDots({ widthMm: 100, heightMm: 150 }, 300),
      mediaDots({ widthMm: 101.6, heightMm: 152.4 }, 600),
    ]).toEqual([8, { width: 1181, height: 1772 }, { width: 2400, height: 3600 }]);
  });
});

describe("a bitmap", () => {
  const bitmap = fc.integer({ min: 1, max: 60 }).chain((bytesPerRow) =>
    fc.tuple(
      fc.constant(bytesPerRow),
      fc.array(fc.oneof(fc.constant(0), fc.constant(255), fc.integer({ min: 0, max: 255 })), {
        minLength: bytesPerRow,
        maxLength: bytesPerRow * 12,
      }),
    ),
  );

  it("a bitmap is read back unchanged from hex and from Z64, whatever it shows", () => {
    fc.assert(
      fc.property(bitmap, ([bytesPerRow, bytes]) => {
        const rows = Uint8Array.from(bytes.slice(0, bytes.length - (bytes.length % bytesPerRow)));
        expect(
          [
            readHex(hexData(rows, bytesPerRow), rows.length, bytesPerRow),
            readZ64(z64Data(rows), rows.length),
          ].map((read) => read && [...read]),
        ).toEqual([[...rows], [...rows]]);
      }),
    );
  });

  it("counts in hex encode long runs, white ends of rows and rows like the previous row", () => {
    const rows = new Uint8Array(600);
    rows.fill(255, 0, 250);
    rows.fill(255, 300, 550);
    expect(zplGraphic({ x: 3, y: 4 }, rows, 300, "hex")).toBe("^FO3,4^GFA,600,600,300,zYFjGF,:^FS");
  });

  it("a bitmap whose length, checksum or a character differs is not read", () => {
    const rows = Uint8Array.from(randomBytes(40));
    const [z64, hex] = [z64Data(rows), hexData(rows, 10)];
    const damaged = z64.replace(/.{5}$/, z64.endsWith("0000") ? ":0001" : ":0000");
    expect([
      readZ64(z64, 39),
      readZ64(z64, 41),
      readZ64(damaged, 40),
      readHex(hex, 39, 10),
      readHex(hex, 50, 10),
      readHex("!", 10, 10),
      readHex(":", 10, 10),
      readHex("gF", 5, 5),
      readHex("G", 1, 1),
    ]).toEqual(Array.from({ length: 9 }));
  });
});
