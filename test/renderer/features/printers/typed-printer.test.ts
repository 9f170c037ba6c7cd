import { describe, expect, it } from "vitest";
import {
  typedChange,
  typedChangeSchema,
  typedPrinterSchema,
} from "../../../../renderer/features/printers/typed-printer.ts";
import { wrongFields } from "../../wrong-fields.ts";

const typed = {
  driver: "tcp",
  name: " Zebra ",
  host: "192.168.1.50",
  port: "9100",
  queue: "",
  language: "ZPL",
  dpi: "203",
  media: "100x150",
  darkness: "",
  speed: "",
  offsetXMm: "0",
  offsetYMm: "",
  graphics: "z64",
  gapMm: "",
  asksState: "auto",
} as const;
const PAPER = {
  language: "ZPL",
  dpi: 203,
  widthMm: 100,
  heightMm: 150,
  offsetXMm: 0,
  offsetYMm: 0,
  graphics: "z64",
  asksState: "auto",
};
const wrong = (part: Partial<Record<keyof typeof typed, string>>) =>
  Object.keys(wrongFields(typedPrinterSchema, { ...typed, ...part }));

describe("a typed printer", () => {
  it("a typed printer is parsed with its name trimmed", () => {
    expect(typedPrinterSchema.parse(typed)).toEqual({
      driver: "tcp",
      name: "Zebra",
      host: "192.168.1.50",
      port: 9100,
      ...PAPER,
    });
  });

  it("the address may contain the port, which takes precedence over the port field", () => {
    expect(typedPrinterSchema.parse({ ...typed, host: " 127.0.0.1:9101 ", port: "x" })).toEqual({
      driver: "tcp",
      name: "Zebra",
      host: "127.0.0.1",
      port: 9101,
      ...PAPER,
    });
  });

  it("the wrong fields are reported", () => {
    expect(wrongFields(typedPrinterSchema, { ...typed, name: " " })).toEqual({ name: "name" });
    expect(wrong({ name: "Z".repeat(101) })).toEqual(["name"]);
    expect(["http://x", "", "a b", "desk:", "::1"].map((host) => wrong({ host }))).toEqual(
      Array.from({ length: 5 }, () => ["host"]),
    );
    expect(["0", "65536", "x", "", "1e3"].map((port) => wrong({ port }))).toEqual(
      Array.from({ length: 5 }, () => ["port"]),
    );
    expect(wrong({ name: "", host: "", port: "" })).toEqual(["name", "host", "port"]);
    expect(wrong({ host: "desk:70000" })).toEqual(["port"]);
  });

  it("a typed printer has a paper and settings, a new printer omits empty settings, and a change clears them", () => {
    const settings = {
      media: "101.6x152.4",
      darkness: "−4",
      speed: "6",
      offsetXMm: "1,5",
      offsetYMm: "-0.5",
      graphics: "hex",
    } as const;
    const read = {
      widthMm: 101.6,
      heightMm: 152.4,
      darkness: -4,
      speed: 6,
      offsetXMm: 1.5,
      offsetYMm: -0.5,
      graphics: "hex",
      asksState: "auto",
    };
    expect(typedPrinterSchema.parse({ ...typed, ...settings })).toEqual({
      driver: "tcp",
      name: "Zebra",
      host: "192.168.1.50",
      port: 9100,
      language: "ZPL",
      dpi: 203,
      ...read,
    });
    expect(typedChangeSchema.parse({ ...typed, ...settings, darkness: " ", speed: "" })).toEqual({
      name: "Zebra",
      host: "192.168.1.50",
      port: 9100,
      language: "ZPL",
      dpi: 203,
      ...read,
      darkness: null,
      speed: null,
      gapMm: null,
    });
    expect(
      [
        wrong({ darkness: "31" }),
        wrong({ darkness: "2.5" }),
        wrong({ speed: "0" }),
        wrong({ offsetXMm: "2,1" }),
        wrong({ offsetYMm: "x" }),
        wrong({ media: "100" }),
      ].flat(),
    ).toEqual(["darkness", "darkness", "speed", "offsetXMm", "offsetYMm", "media"]);
  });

  it("a typed printer has the gap between its labels, and whether its state may be queried", () => {
    expect(typedPrinterSchema.parse({ ...typed, gapMm: "2,5", asksState: "never" })).toMatchObject({
      gapMm: 2.5,
      asksState: "never",
    });
    expect(typedChangeSchema.parse({ ...typed, gapMm: "0" })).toMatchObject({
      gapMm: 0,
      asksState: "auto",
    });
    expect([wrong({ gapMm: "-1" }), wrong({ gapMm: "21" }), wrong({ gapMm: "x" })].flat()).toEqual([
      "gapMm",
      "gapMm",
      "gapMm",
    ]);
    expect(
      typedChange({
        id: "1",
        name: "TSC",
        driver: "tcp",
        host: "h",
        port: 9100,
        path: "",
        language: "TSPL",
        dpi: 203,
        widthMm: 80,
        heightMm: 130,
        isActive: true,
        isShared: false,
        gapMm: 3,
        asksState: "never",
      }),
    ).toMatchObject({ gapMm: "3", asksState: "never" });
  });

  it("a printer of the print system has its queue and no address, and a printer that writes files keeps its folder", () => {
    const queue = {
      ...typed,
      driver: "cups",
      queue: " Zebra_ZD420 ",
      host: "x y",
      port: "",
    } as const;
    expect(typedPrinterSchema.parse({ ...queue, language: "TSPL" })).toEqual({
      driver: "cups",
      name: "Zebra",
      queue: "Zebra_ZD420",
      ...PAPER,
      language: "TSPL",
    });
    expect(Object.keys(wrongFields(typedPrinterSchema, { ...queue, queue: "a/b" }))).toEqual([
      "queue",
    ]);
    expect(typedChangeSchema.parse({ ...typed, driver: "file", host: "", port: "" })).toEqual({
      name: "Zebra",
      ...PAPER,
      darkness: null,
      speed: null,
      gapMm: null,
    });
  });

  it("a printer without a chosen language is not added", () => {
    expect(wrong({ language: "" })).toEqual(["language"]);
  });

  it("a stored printer is shown as it is set up", () => {
    const record = {
      id: "1",
      name: "Zebra",
      driver: "tcp",
      host: "h",
      port: 9100,
      path: "",
      language: "ZPL",
      dpi: 300,
      widthMm: 80,
      heightMm: 130,
      isActive: true,
      isShared: false,
      offsetXMm: 1.5,
    } as const;
    expect(typedChange(record)).toEqual({
      driver: "tcp",
      name: "Zebra",
      host: "h",
      port: "9100",
      queue: "",
      language: "ZPL",
      dpi: "300",
      media: "80x130",
      darkness: "",
      speed: "",
      offsetXMm: "1.5",
      offsetYMm: "0",
      graphics: "z64",
      gapMm: "",
      asksState: "auto",
    });
  });
});
