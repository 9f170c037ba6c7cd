import { describe, expect, it } from "vitest";
import { readPrinter } from "../../../../renderer/features/printers/read-printer.ts";

const typed = { name: " Zebra ", host: "192.168.1.50", port: "9100", dpi: "203" };

describe("a typed printer", () => {
  it("is read with its name trimmed", () => {
    expect(readPrinter(typed)).toEqual({ printer: { name: "Zebra", host: "192.168.1.50", port: 9100, dpi: 203 } });
  });

  it("may carry the port in its address", () => {
    expect(readPrinter({ ...typed, host: "127.0.0.1:9101" })).toEqual({ printer: { name: "Zebra", host: "127.0.0.1", port: 9101, dpi: 203 } });
  });

  it("names the field that is wrong", () => {
    expect(readPrinter({ ...typed, name: " " })).toEqual({ wrong: "name" });
    expect(readPrinter({ ...typed, host: "http://x" })).toEqual({ wrong: "host" });
    expect([readPrinter({ ...typed, port: "0" }), readPrinter({ ...typed, port: "65536" }), readPrinter({ ...typed, port: "x" })]).toEqual([
      { wrong: "port" },
      { wrong: "port" },
      { wrong: "port" },
    ]);
  });
});
