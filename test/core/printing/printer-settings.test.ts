import { describe, expect, it } from "vitest";
import { NAMED_MEDIA } from "../../../core/db/documents/media.schema.ts";
import { readPrinter } from "../../../core/printing/printer.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { printSettings } from "../../../core/printing/print-settings.ts";
import { station, type Station } from "../../helpers/station.ts";

const ZEBRA = { name: "Zebra", driver: "tcp", host: "127.0.0.1", port: 9 };
const add = (s: Station, change: object = {}) =>
  s.desk<PrinterRecord>("POST", "/station/printers", { ...ZEBRA, ...change });

/**
 * Removes fields that are not stored with a printer: the highest print status that it can prove,
 * and the identity that it reports.
 */
function stored<T extends object>(answer: T): Omit<T, "proves" | "device"> {
  const { proves: _, device: __, ...record }: T & { proves?: unknown; device?: unknown } = answer;
  return record;
}

describe("a printer's settings", () => {
  it("settings are stored as given, and stay absent where none was given", async () => {
    const s = await station();
    const settings = { darkness: -3, speed: 4, offsetXMm: 1.5, offsetYMm: -2, graphics: "hex" };
    const own = (await add(s, settings)).data;
    const plain = (await add(s, { offsetXMm: 0, graphics: "z64" })).data;
    expect([own, Object.keys(plain)]).toEqual([
      expect.objectContaining(settings),
      [
        "id",
        "name",
        "driver",
        "host",
        "port",
        "path",
        "language",
        "dpi",
        "widthMm",
        "heightMm",
        "isActive",
        "isShared",
        "proves",
        "device",
      ],
    ]);
    expect(s.core.deps.settings.read("printers")).toEqual([own, plain].map(stored));
  });

  it("settings become whole dots of the printer, and absent settings keep the printer's own values", () => {
    const record = {
      ...ZEBRA,
      id: "01900000-0000-7000-8000-000000000001",
      driver: "tcp",
      path: "",
      language: "ZPL",
      widthMm: 100,
      heightMm: 150,
      isActive: true,
      isShared: false,
    } as const;
    expect([
      printSettings(
        readPrinter({
          ...record,
          dpi: 600,
          offsetXMm: -0.01,
          offsetYMm: 5,
          graphics: "hex",
          darkness: 7,
          speed: 3,
        }),
      ),
      printSettings(readPrinter({ ...record, dpi: 300, offsetXMm: 1.5, offsetYMm: -2 })),
    ]).toEqual([
      { offset: { x: 0, y: 118 }, graphics: "hex", darkness: 7, speed: 3 },
      { offset: { x: 18, y: -24 }, graphics: "z64" },
    ]);
  });

  it("settings change one by one, and null resets a setting to the printer's own value", async () => {
    const s = await station();
    const { data: printer } = await add(s, { darkness: 5, speed: 4 });
    const patch = (body: object) =>
      s.desk<PrinterRecord>("PATCH", `/station/printers/${printer.id}`, body);
    const changed = {
      ...printer,
      name: "Raf 2",
      dpi: 300,
      widthMm: 80,
      heightMm: 130,
      darkness: 9,
      speed: 4,
      offsetYMm: 0.5,
      graphics: "hex",
    };
    expect(
      (
        await patch({
          name: " Raf 2 ",
          dpi: 300,
          widthMm: 80,
          heightMm: 130,
          darkness: 9,
          offsetYMm: 0.5,
          graphics: "hex",
        })
      ).data,
    ).toEqual(changed);
    const { darkness: _, graphics: __, ...left } = changed;
    expect((await patch({ darkness: null, graphics: "z64" })).data).toEqual(left);
    expect([s.core.deps.settings.read("printers"), (await patch({})).data]).toEqual([
      [stored(left)],
      left,
    ]);
    const { offsetYMm: ___, ...withoutOffset } = left;
    expect((await patch({ offsetXMm: null, offsetYMm: null, graphics: null })).data).toEqual(
      withoutOffset,
    );
  });

  it("a printer's language may be PDF or TSPL, and an unknown language is E1085", async () => {
    const s = await station();
    expect(
      await add(s, {
        driver: "file",
        host: undefined,
        port: undefined,
        path: "/tmp",
        language: "PDF",
        widthMm: 210,
        heightMm: 297,
      }),
    ).toMatchObject({ status: 201, data: { language: "PDF", driver: "file" } });
    expect(await add(s, { language: "TSPL", gapMm: 3 })).toMatchObject({
      status: 201,
      data: { language: "TSPL", gapMm: 3 },
    });
    expect(await add(s, { language: "ESCPOS" })).toMatchObject({ status: 400, code: "E1085" });
  });

  it("settings beyond the limits of printers are rejected, and an unknown printer is E2025", async () => {
    const s = await station();
    const { data: printer } = await add(s);
    const wrong = [
      { darkness: 31 },
      { darkness: 0.5 },
      { speed: 0 },
      { offsetXMm: 5.1 },
      { name: "Raf\0" },
      { graphics: "ascii" },
      { dpi: 150 },
      { host: "10.0.0.7/x" },
      { queue: "Zebra" },
    ];
    const answers = await Promise.all(
      wrong.map((body) => s.desk("PATCH", `/station/printers/${printer.id}`, body)),
    );
    expect(answers.map(({ status, code }) => [status, code])).toEqual(
      wrong.map(() => [400, "E1085"]),
    );
    expect(
      await s.desk("PATCH", "/station/printers/01900000-0000-7000-8000-000000000009", {}),
    ).toMatchObject({ status: 404, code: "E2025" });
  });
});

describe("a printer's offset", () => {
  it("an offset that pushes print off the paper is rejected with its limits", async () => {
    const s = await station();
    const { data: printer } = await add(s, { offsetXMm: -2, offsetYMm: 2 });
    const answers = [
      await add(s, { offsetYMm: -5 }),
      await s.desk("PATCH", `/station/printers/${printer.id}`, { offsetXMm: 5, offsetYMm: 5 }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, "E1085"],
      [400, "E1085"],
    ]);
    expect(answers[1]?.message).toBe(
      "offsetXMm, offsetYMm: an offset must be from −2 to 2 mm; a larger offset pushes print off the label. Move the paper or its guides at the printer, and set the rest here.",
    );
  });

  it("an earlier version's offset may exceed the limit, and other settings of that printer can still be changed", async () => {
    const s = await station();
    const { data: printer } = await add(s);
    s.core.deps.settings.write("printers", [{ ...printer, offsetXMm: 4 }]);
    const answers = [
      await s.desk("PATCH", `/station/printers/${printer.id}`, { darkness: 3 }),
      await s.desk("PATCH", `/station/printers/${printer.id}`, { offsetXMm: 1 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("a printer's paper", () => {
  it("a printer's paper may be any of the named papers", async () => {
    const s = await station();
    const answers = await Promise.all(
      NAMED_MEDIA.map(({ widthMm, heightMm }) => add(s, { widthMm, heightMm })),
    );
    expect(answers.map(({ status }) => status)).toEqual(NAMED_MEDIA.map(() => 201));
  });

  it("a paper on which no label fits is rejected at setup, and the message names papers that fit", async () => {
    const s = await station();
    const { data: printer } = await add(s);
    const answers = [
      await add(s, { widthMm: 60, heightMm: 40 }),
      await add(s, { widthMm: 300, heightMm: 150 }),
      await s.desk("PATCH", `/station/printers/${printer.id}`, { heightMm: 30 }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, "E1085"],
      [400, "E1085"],
      [400, "E1085"],
    ]);
    expect(answers[0]?.message).toBe(
      "widthMm, heightMm: no label fits on 60 × 40 mm. Choose a paper from 70 × 50 to 210 × 297 mm, such as 100 × 150 mm, 100 × 100 mm, 4 × 6 in, 80 × 130 mm, 76 × 130 mm, 80 × 50 mm, A6.",
    );
  });
});
