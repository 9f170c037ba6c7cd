/**
 * A printer of this desk: what it understands (its language) and how bytes reach it (its transport)
 * are separate. Settings and HTTP have a flat record instead, with empty fields of the transports
 * that it does not use; this is the only place that maps it.
 */
import type { DocumentLanguage } from "../db/documents/documents.schema.ts";
import type { Media } from "../db/documents/media.schema.ts";
import type { Dpi } from "../labels/labels.schema.ts";
import type { PrinterGraphics, PrinterRecord } from "./printers.schema.ts";

/** What a printer needs beside what its own panel sets. */
type PrinterSettings = {
  /** Added to the darkness that is set at the printer, −30 to 30; null: as it is set there. */
  readonly darkness: number | null;
  /** Inches a second; null: as it is set at the printer. */
  readonly speed: number | null;
  /** By how much everything is printed further right and further down. */
  readonly offsetMm: { readonly x: number; readonly y: number };
  /** How the printer reads bitmaps. */
  readonly graphics: PrinterGraphics;
  /** Between two labels of the roll, mm; null: as the printer was calibrated. */
  readonly gapMm: number | null;
};

type Common = {
  readonly id: string;
  readonly name: string;
  readonly language: DocumentLanguage;
  readonly dpi: Dpi;
  readonly media: Media;
  readonly settings: PrinterSettings;
  readonly isActive: boolean;
  /** Whether other stations may print on it. */
  readonly isShared: boolean;
  /**
   * Whether it is asked for its state; a person may say no, and it gets its labels unasked then.
   */
  readonly asksState: boolean;
};

/** Listens for raw data on a port of the network. */
export type TcpPrinter = Common & {
  readonly transport: "tcp";
  readonly host: string;
  readonly port: number;
};
/** A folder into which each job is written as a file. */
export type FilePrinter = Common & { readonly transport: "file"; readonly folder: string };

/** A queue of CUPS, the print system of Linux and macOS, by its name there. */
export type CupsPrinter = Common & { readonly transport: "cups"; readonly queue: string };
/** A printer of Windows, by its name there. */
export type WindowsPrinter = Common & { readonly transport: "windows"; readonly queue: string };

export type Printer = TcpPrinter | FilePrinter | CupsPrinter | WindowsPrinter;
export type TransportName = Printer["transport"];

/** Of a record of a printer without an address; what it has there has no meaning. */
const NO_ADDRESS = { host: "", port: 9100, path: "" };

/** @returns The printer that a stored record describes. */
export function readPrinter(record: PrinterRecord): Printer {
  const { id, name, language, dpi, widthMm, heightMm, isActive, isShared } = record;
  const common: Common = {
    id,
    name,
    language,
    dpi,
    media: { widthMm, heightMm },
    settings: settingsOf(record),
    isActive,
    isShared,
    asksState: record.asksState !== "never",
  };
  switch (record.driver) {
    case "tcp":
      return { ...common, transport: "tcp", host: record.host, port: record.port };
    case "file":
      return { ...common, transport: "file", folder: record.path };
    case "cups":
    case "windows":
      return { ...common, transport: record.driver, queue: record.queue ?? "" };
  }
}

/** @returns The record of a printer, as settings keep it and HTTP answers it. */
export function printerRecord(printer: Printer): PrinterRecord {
  const { id, name, language, dpi, media, settings, isActive, isShared, asksState } = printer;
  return {
    id,
    name,
    driver: printer.transport,
    ...NO_ADDRESS,
    ...addressOf(printer),
    language,
    dpi,
    ...media,
    isActive,
    isShared,
    ...settingFields(settings),
    ...(asksState ? {} : { asksState: "never" as const }),
  };
}

function settingsOf({
  darkness,
  speed,
  offsetXMm = 0,
  offsetYMm = 0,
  graphics = "z64",
  gapMm,
}: PrinterRecord): PrinterSettings {
  return {
    darkness: darkness ?? null,
    speed: speed ?? null,
    offsetMm: { x: offsetXMm, y: offsetYMm },
    graphics,
    gapMm: gapMm ?? null,
  };
}

/** A printer without settings of its own has the record of a version that knew none. */
function settingFields({
  darkness,
  speed,
  offsetMm,
  graphics,
  gapMm,
}: PrinterSettings): Partial<PrinterRecord> {
  return {
    ...(darkness === null ? {} : { darkness }),
    ...(speed === null ? {} : { speed }),
    ...(offsetMm.x === 0 ? {} : { offsetXMm: offsetMm.x }),
    ...(offsetMm.y === 0 ? {} : { offsetYMm: offsetMm.y }),
    ...(graphics === "z64" ? {} : { graphics }),
    ...(gapMm === null ? {} : { gapMm }),
  };
}

function addressOf(printer: Printer): Partial<PrinterRecord> {
  switch (printer.transport) {
    case "tcp":
      return { host: printer.host, port: printer.port };
    case "file":
      return { path: printer.folder };
    case "cups":
    case "windows":
      return { queue: printer.queue };
  }
}
