import { describe, expect, it } from "vitest";
import { typedPrinterSchema } from "../../../../renderer/features/printers/typed-printer.ts";
import { wrongFields } from "../../wrong-fields.ts";

const typed = { name: " Zebra ", host: "192.168.1.50", port: "9100", dpi: "203" };
const wrong = (part: Partial<typeof typed>) => Object.keys(wrongFields(typedPrinterSchema, { ...typed, ...part }));

describe("a typed printer", () => {
  it("is read with its name trimmed", () => {
    expect(typedPrinterSchema.parse(typed)).toEqual({ name: "Zebra", host: "192.168.1.50", port: 9100, dpi: 203 });
  });

  it("may carry the port in its address, which counts before the port's own field", () => {
    expect(typedPrinterSchema.parse({ ...typed, host: " 127.0.0.1:9101 ", port: "x" })).toEqual({ name: "Zebra", host: "127.0.0.1", port: 9101, dpi: 203 });
  });

  it("names the fields that are wrong", () => {
    expect(wrongFields(typedPrinterSchema, { ...typed, name: " " })).toEqual({ name: "name" });
    expect(wrong({ name: "Z".repeat(101) })).toEqual(["name"]);
    expect(["http://x", "", "a b", "desk:", "::1"].map((host) => wrong({ host }))).toEqual(Array.from({ length: 5 }, () => ["host"]));
    expect(["0", "65536", "x", "", "1e3"].map((port) => wrong({ port }))).toEqual(Array.from({ length: 5 }, () => ["port"]));
    expect(wrong({ name: "", host: "", port: "" })).toEqual(["name", "host", "port"]);
    expect(wrong({ host: "desk:70000" })).toEqual(["port"]);
  });
});
