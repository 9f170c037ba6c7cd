/**
 * A printer of this desk. A printer's language (what it understands) is independent of its
 * transport (how bytes reach it). Settings and HTTP use a flat record instead, in which the fields
 * of other transports are empty; only this file converts between printers and records.
 */
import type { DocumentLanguage } from "../db/documents/documents.schema.ts";
import type { Media } from "../db/documents/media.schema.ts";
import type { Dpi } from "../labels/labels.schema.ts";
import type { PrinterGraphics, PrinterRecord } from "./printers.schema.ts";

/** Settings that are sent with each label, in addition to the settings on the printer's panel. */
type PrinterSettings = {
  /**
   * Added to the darkness that is set at the printer (ZPL) or to the factory darkness (TSPL, EPL),
   * −30 to 30; null: unchanged.
   */
  readonly darkness: number | null;
  /** Inches per second; null: as set at the printer. */
  readonly speed: number | null;
  /** Shift of the whole print, to the right and down. */
  readonly offsetMm: { readonly x: number; readonly y: number };
  /** Encoding of bitmaps that the printer can read. */
  readonly graphics: PrinterGraphics;
  /** Gap between two labels of the roll, in mm; null: as calibrated at the printer. */
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
  /** Whether other stations may print on this printer. */
  readonly isShared: boolean;
  /**
   * Whether the station queries the printer's status. If false, labels are sent without a status
   * query.
   */
  readonly asksState: boolean;
};

/** A network printer that accepts raw data on a TCP port. */
export type TcpPrinter = Common & {
  readonly transport: "tcp";
  readonly host: string;
  readonly port: number;
};
/** A folder into which each job is written as a file. */
export type FilePrinter = Common & { readonly transport: "file"; readonly folder: string };

/** A queue of CUPS, the print system of Linux and macOS, by its CUPS name. */
export type CupsPrinter = Common & { readonly transport: "cups"; readonly queue: string };
/** A Windows printer, by its Windows name. */
export type WindowsPrinter = Common & { readonly transport: "windows"; readonly queue: string };

export type Printer = TcpPrinter | FilePrinter | CupsPrinter | WindowsPrinter;
export type TransportName = Printer["transport"];

/** Address fields of a record whose printer has no such address; their values are ignored. */
const NO_ADDRESS = { host: "", port: 9100, path: "" };

/** Converts a stored record to its printer. */
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

/** Converts a printer to its record for settings and HTTP. */
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

/**
 * Returns only the settings that differ from the defaults, so that earlier versions can read the
 * record.
 */
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
