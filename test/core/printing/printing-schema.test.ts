import { describe, expect, it } from "vitest";
import { createPrinterSchema } from "../../../core/printing/printers.schema.ts";

describe("createPrinterSchema", () => {
  it("the defaults describe a common label printer", () => {
    expect(
      createPrinterSchema.parse({ name: " Desk 1 ", driver: "tcp", host: "10.0.0.7" }),
    ).toEqual({
      name: "Desk 1",
      driver: "tcp",
      host: "10.0.0.7",
      port: 9100,
      language: "ZPL",
      dpi: 203,
      widthMm: 100,
      heightMm: 150,
      isActive: true,
      isShared: false,
    });
  });

  it("an unknown key, driver or density, a URL or nothing as host, a file printer without a folder, port 0 and an empty name are rejected", () => {
    for (const body of [
      { name: "A", driver: "tcp", host: "10.0.0.7", colour: "red" },
      { name: "A", driver: "tcp", host: "tcp://10.0.0.7" },
      { name: "A", driver: "tcp" },
      { name: "A", driver: "file", host: "10.0.0.7" },
      { name: "A", driver: "usb", path: "/dev/usb/lp0" },
      { name: "A", driver: "tcp", host: "10.0.0.7", dpi: 150 },
      { name: "A", driver: "tcp", host: "10.0.0.7", port: 0 },
      { name: "", driver: "file", path: "/tmp/labels" },
    ]) {
      expect([body, createPrinterSchema.safeParse(body).success]).toEqual([body, false]);
    }
  });
});
