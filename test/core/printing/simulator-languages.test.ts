/**
 * TSPL and EPL in the simulator: the commands that real printers accept, and bytes that they would
 * print as text.
 */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeCode128 } from "../../../core/labels/layout/label-symbols.ts";
import { readPng } from "../../../core/labels/convert/read-png.ts";
import type { SimulatorLanguage } from "../../../core/printing/simulator/printer-stream.ts";
import {
  createPrinterStream,
  paintLabel,
  sizeOfLabel,
} from "../../../core/printing/simulator/simulator-languages.ts";
import type { Simulator } from "../../../core/printing/simulator/simulator.ts";
import { aFolder, aSimulator } from "./a-printer.ts";

const PATIENCE_MS = 60_000;
const text = (content: string): Buffer => Buffer.from(content, "latin1");

/** Bars of Code 128, three dots per module, 120 dots high; a 0 bit is black. */
function symbol(content: string): {
  readonly bytesPerRow: number;
  readonly height: number;
  readonly rows: Buffer;
} {
  const { modules, bars } = encodeCode128(content);
  const bytesPerRow = Math.ceil((modules * 3) / 8);
  const row = Buffer.alloc(bytesPerRow, 0xff);
  for (const [at, width] of bars)
    for (let i = at * 3; i < (at + width) * 3; i += 1)
      row[i >> 3] = (row[i >> 3] ?? 0) & ~(0x80 >> (i & 7));
  return { bytesPerRow, height: 120, rows: Buffer.concat(Array.from({ length: 120 }, () => row)) };
}

function label(
  language: Exclude<SimulatorLanguage, "ZPL">,
  content: string,
  print: string,
): Buffer {
  const { bytesPerRow, height, rows } = symbol(content);
  if (language === "TSPL")
    return Buffer.concat([
      text(
        `SIZE 100 mm,60 mm\r\nGAP 3 mm,0 mm\r\nDENSITY 8\r\nSPEED 4\r\nDIRECTION 0\r\nREFERENCE 0,0\r\nCLS\r\nBITMAP 80,80,${bytesPerRow},${height},0,`,
      ),
      rows,
      text(`\r\n${print}\r\n`),
    ]);
  return Buffer.concat([
    text(`\r\nN\r\nq800\r\nQ480,24\r\nS3\r\nD8\r\nZT\r\nGW80,80,${bytesPerRow},${height},`),
    rows,
    text(`\r\n${print}\r\n`),
  ]);
}

async function send(simulator: Simulator, ...pieces: Uint8Array[]): Promise<void> {
  const socket = connect(simulator.port, "127.0.0.1");
  socket.end(Buffer.concat(pieces));
  socket.resume();
  await once(socket, "close");
}

describe.each(["TSPL", "EPL"] as const)(
  "the simulator, as a printer of %s",
  { timeout: PATIENCE_MS },
  (language) => {
    const print = language === "TSPL" ? "PRINT 1,1" : "P1";

    it("a label is stored as a file in its language, shown as a picture, and found by its barcode", async () => {
      const dir = aFolder();
      const simulator = await aSimulator({ mode: "ok" }, dir, { language });
      await send(simulator, label(language, "R1", print), label(language, "R2", print));
      expect(simulator.jobs()).toMatchObject([
        { language, garbageBytes: 0, lengthMm: 60 },
        { language, garbageBytes: 0 },
      ]);
      expect(
        readdirSync(dir).filter((name) => name.endsWith(`.${language.toLowerCase()}`)).length,
      ).toBe(2);
      expect(await simulator.jobsWith("R2")).toMatchObject([{ n: 2 }]);
      const { canvas } = readPng(
        new Uint8Array(await (await fetch(`${simulator.httpUrl}/jobs/1.png`)).arrayBuffer()),
      );
      expect([
        canvas.width,
        canvas.height,
        canvas.ink[80 * 800 + 80],
        canvas.ink[79 * 800 + 80],
      ]).toEqual([800, 480, 255, 0]);
      const file = await fetch(`${simulator.httpUrl}/jobs/1.${language.toLowerCase()}`);
      expect(Buffer.from(await file.arrayBuffer()).includes(symbol("R1").rows)).toBe(true);
      expect((await fetch(`${simulator.httpUrl}/jobs/1.zpl`)).status).toBe(404);
    });

    it("the same labels are found however the stream is split, with any byte in their pictures", () => {
      const rows = Buffer.from(Array.from({ length: 512 }, (_, i) => i & 0xff));
      const picture = language === "TSPL" ? text("BITMAP 0,0,16,32,1,") : text("GW0,0,16,32,");
      const one = Buffer.concat([
        text(language === "TSPL" ? "SIZE 4,3\nCLS\n" : "N\n"),
        picture,
        rows,
        text(`\n${print}\n`),
      ]);
      const stream = Buffer.concat([one, text("\r\n"), one]);
      fc.assert(
        fc.property(fc.array(fc.nat({ max: stream.length }), { maxLength: 12 }), (cuts) => {
          const ear = createPrinterStream(language);
          const at = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
          const events = at.slice(1).flatMap((until, i) => ear.feed(stream.subarray(at[i], until)));
          expect(
            events.map((event) => event.kind === "label" && Buffer.from(event.bytes).equals(one)),
          ).toEqual([true, true]);
          expect([ear.garbageBytes, ear.bytesInLabel]).toEqual([0, 0]);
        }),
        { numRuns: 200 },
      );
    });

    it("copies are printed, and unknown bytes before a label are counted with it", async () => {
      const simulator = await aSimulator({ mode: "ok" }, aFolder(), { language });
      const foreign = text("%PDF-1.4 not a label\n^XA^FDx^FS^XZ\n");
      await send(
        simulator,
        foreign,
        label(language, "C1", language === "TSPL" ? "PRINT 1,3" : "P3"),
        label(language, "C2", print),
      );
      expect(
        simulator.jobs().map(({ copy, copies, garbageBytes }) => [copy, copies, garbageBytes]),
      ).toEqual([
        [1, 3, foreign.length],
        [2, 3, foreign.length],
        [3, 3, foreign.length],
        [1, 1, 0],
      ]);
      expect(simulator.garbageBytes()).toBe(foreign.length);
    });

    it("a second print command prints the same label again", () => {
      const events = createPrinterStream(language).feed(
        Buffer.concat([label(language, "A1", print), text(`${print}\r\n`)]),
      );
      expect(
        events.map(
          (event) =>
            event.kind === "label" &&
            paintLabel(language, event.bytes, 203).ink.some((dot) => dot > 0),
        ),
      ).toEqual([true, true]);
    });
  },
);

describe("the simulator's TSPL", { timeout: PATIENCE_MS }, () => {
  it("a TSPL status query is answered in one byte", async () => {
    const simulator = await aSimulator({ mode: "ok" }, aFolder(), { language: "TSPL" });
    const ask = async (): Promise<number | undefined> => {
      const socket = connect(simulator.port, "127.0.0.1");
      socket.write("\x1b!?");
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return answer.length === 1 ? answer[0] : undefined;
    };
    const found = [];
    for (const mode of ["ok", "head open", "paper out", "paused", "lies empty"] as const) {
      simulator.setBehaviour({ mode });
      found.push(await ask());
    }
    expect(found).toEqual([0x00, 0x01, 0x04, 0x10, 0x00]);
    simulator.setBehaviour({ mode: "slow", slowMs: 5_000 });
    await send(simulator, label("TSPL", "B1", "PRINT 1"));
    expect(await ask()).toBe(0x20);
  });

  it("TSPL sizes are in millimetres, inches and dots, and overlapping pictures are combined", () => {
    const size = (command: string): unknown =>
      sizeOfLabel("TSPL", text(`${command}\nCLS\nPRINT 1\n`), 203);
    expect([size("SIZE 80 mm,40 mm"), size("SIZE 4,2"), size("SIZE 800 dot,400 dot")]).toEqual([
      { widthMm: 80, heightMm: 40 },
      { widthMm: 101.6, heightMm: 50.8 },
      { widthMm: 100, heightMm: 50 },
    ]);
    const inks = (mode: number): unknown[] => {
      const bytes = Buffer.concat([
        text("SIZE 80 mm,40 mm\nCLS\nBITMAP 0,0,1,1,0,\x0f\nBITMAP 0,0,1,1,"),
        text(`${mode},\x33\nPRINT 1\n`),
      ]);
      return [...paintLabel("TSPL", bytes, 203).ink.subarray(0, 8)].map((dot) => dot > 0);
    };
    const bits = (byte: number): boolean[] =>
      [...byte.toString(2).padStart(8, "0")].map((bit) => bit === "1");
    expect([inks(0), inks(1), inks(2)]).toEqual([bits(0xcc), bits(0xf0 | 0xcc), bits(0xf0 ^ 0xcc)]);
  });
});

describe("the simulator's language", { timeout: PATIENCE_MS }, () => {
  it("the simulator's page changes the language for new connections", async () => {
    const simulator = await aSimulator();
    const post = (body: string): Promise<Response> =>
      fetch(`${simulator.httpUrl}/printer`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    expect([
      (await post('{"language":"EPL"}')).status,
      (await post('{"language":"PCL"}')).status,
    ]).toEqual([200, 400]);
    await send(simulator, label("EPL", "P1", "P1"));
    expect(await (await fetch(`${simulator.httpUrl}/printer`)).json()).toEqual({
      language: "EPL",
      waiting: 0,
      odometer: { labels: 1, inches: 60 / 25.4 },
      garbageBytes: 0,
    });
    expect(await (await fetch(`${simulator.httpUrl}/jobs`)).json()).toMatchObject([
      { language: "EPL", isPartial: false, garbageBytes: 0 },
    ]);
  });

  it("the ZPL simulator counts bytes that are not ZPL, except settings that drivers send before a label", async () => {
    const simulator = await aSimulator();
    const foreign = "%PDF-1.4\n";
    await send(
      simulator,
      text(
        `CT~~CD,~CC^~CT~\r\n~SD15\r\n~DGR:A.GRF,2,1,FFFF\r\n^XA^FDx^FS^XZ\r\n${foreign}^XA^FDy^FS^XZ`,
      ),
    );
    expect(simulator.jobs().map(({ garbageBytes }) => garbageBytes)).toEqual([
      0,
      foreign.trim().length,
    ]);
  });
});
