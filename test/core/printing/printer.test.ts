import { expect, it } from "vitest";
import { printerRecord, readPrinter } from "../../../core/printing/printer.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { station, temporaryFolder } from "../../helpers/station.ts";

const tcp: PrinterRecord = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Zebra",
  driver: "tcp",
  host: "10.0.0.7",
  port: 9101,
  path: "",
  language: "ZPL",
  dpi: 300,
  widthMm: 100,
  heightMm: 100,
  isActive: true,
  isShared: false,
};
const file: PrinterRecord = { ...tcp, driver: "file", host: "", port: 9100, path: "/labels" };

it("a network printer has an address and no folder, and a file printer has a folder and no address", () => {
  const common = {
    id: tcp.id,
    name: "Zebra",
    language: "ZPL",
    dpi: 300,
    media: { widthMm: 100, heightMm: 100 },
    settings: {
      darkness: null,
      speed: null,
      offsetMm: { x: 0, y: 0 },
      graphics: "z64",
      gapMm: null,
    },
    isActive: true,
    isShared: false,
    asksState: true,
  };
  expect([readPrinter(tcp), readPrinter(file)]).toEqual([
    { ...common, transport: "tcp", host: "10.0.0.7", port: 9101 },
    { ...common, transport: "file", folder: "/labels" },
  ]);
});

it("the stored settings and the API use the same flat record of a printer", async () => {
  expect([printerRecord(readPrinter(tcp)), printerRecord(readPrinter(file))]).toEqual([tcp, file]);
  const path = temporaryFolder();
  const s = await station();
  const { data } = await s.desk<PrinterRecord>("POST", "/station/printers", {
    name: "Folder",
    driver: "file",
    path,
  });
  const record = {
    id: data.id,
    name: "Folder",
    driver: "file",
    host: "",
    port: 9100,
    path,
    language: "ZPL",
    dpi: 203,
    widthMm: 100,
    heightMm: 150,
    isActive: true,
    isShared: false,
  };
  expect([data, s.core.deps.settings.read("printers")]).toEqual([
    { ...record, proves: "SENT", device: null },
    [record],
  ]);
});
