/**
 * Printers on a socket and in a folder, a small label, and a simulator in a temporary folder, for
 * the printing tests.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { errors } from "../../../core/base/errors.ts";
import { inTransaction } from "../../../core/db/change.ts";
import type { LabelRenderer } from "../../../core/labels/label-renderer.ts";
import { recordFact } from "../../../core/db/outbox/record-fact.ts";
import {
  PrinterError,
  type PrinterTransport,
} from "../../../core/printing/transports/transport.ts";
import { LABEL_MEDIA } from "../../../core/db/documents/media.schema.ts";
import type { FilePrinter, TcpPrinter } from "../../../core/printing/printer.ts";
import type { BehaviourInput } from "../../../core/printing/simulator/behaviour.ts";
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from "../../../core/printing/simulator/simulator.ts";
import type { Station } from "../../helpers/station.ts";

const COMMON = {
  id: "01900000-0000-7000-8000-000000000001",
  name: "Desk 1",
  language: "ZPL",
  dpi: 203,
  media: LABEL_MEDIA,
  settings: { darkness: null, speed: null, offsetMm: { x: 0, y: 0 }, graphics: "z64", gapMm: null },
  isActive: true,
  isShared: false,
  asksState: true,
} as const;

export function aPrinter(change: Partial<TcpPrinter> = {}): TcpPrinter {
  return { ...COMMON, transport: "tcp", host: "127.0.0.1", port: 9100, ...change };
}

export function aFilePrinter(folder: string, change: Partial<FilePrinter> = {}): FilePrinter {
  return { ...COMMON, transport: "file", folder, ...change };
}

export function aZpl(barcode = "PB00000000001"): Uint8Array {
  return Buffer.from(
    `^XA^PW800^LL1200^FO100,100^BY3,3,200^BCN,200,N,N,N,A^FH_^FD${barcode}^FS^XZ\n`,
  );
}

export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "packbench-printing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function aSimulator(
  behaviour: BehaviourInput = { mode: "ok" },
  dir = aFolder(),
  options: Partial<SimulatorOptions> = {},
): Promise<Simulator> {
  const simulator = await createSimulator({ port: 0, dir, behaviour, ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

/** A renderer that draws and reads labels instantly. */
export const instantLabels: LabelRenderer = {
  draw: ({ model }) =>
    Promise.resolve({
      bytes: Buffer.from(`^XA^FD${model.barcode}^FS^XZ\n`),
      rasterHash: "",
      omitted: [],
      transliterated: [],
    }),
  drawTest: ({ title }) =>
    Promise.resolve({ bytes: Buffer.from(`^XA^FD${title}^FS^XZ\n`), rasterHash: "" }),
  measure: () => Promise.resolve({ omitted: [], transliterated: [] }),
  check: () => Promise.resolve({ outcome: "verified", faults: [], symbols: [] }),
  read: (zpl) => Promise.resolve(/\^FD(.*?)\^FS/.exec(Buffer.from(zpl).toString())?.slice(1) ?? []),
  picture: () => Promise.resolve(new Uint8Array()),
  convert: ({ bytes, language }, target) =>
    language === target.language
      ? Promise.resolve({ bytes, labels: 1, verification: "unverifiable", symbols: [] })
      : Promise.reject(errors.fileUnreadable("The PDF could not be opened.")),
  paper: () => Promise.resolve(new Uint8Array()),
  preview: () => Promise.resolve({ png: null, refused: null, omitted: [], transliterated: [] }),
  layouts: () => Promise.resolve([]),
  qrCode: () => Promise.resolve({ columns: 1, cells: [true] }),
  makeLogo: () => Promise.resolve({ columns: 8, rows: 1, bits: "/w==", png: new Uint8Array() }),
  close: () => Promise.resolve(),
};

/** A printer whose outcomes the test decides per label; records the labels that it accepts. */
export function printerThat(
  send: (n: number) => "SENT" | PrinterError | Promise<"SENT" | PrinterError>,
): PrinterTransport & { readonly labels: Uint8Array[] } {
  const labels: Uint8Array[] = [];
  let n = 0;
  return {
    labels,
    async send(_printer, bytes) {
      const outcome = await send((n += 1));
      if (outcome instanceof PrinterError) throw outcome;
      labels.push(bytes);
      return { state: outcome };
    },
    proves: () => "SENT",
    probe: () => Promise.resolve({ state: "ready", message: "Ready." }),
  };
}

/**
 * Makes the printers look for due labels at once after the test has moved the clock, not only every
 * five seconds. Labels that are not due are not sent.
 */
export const lookNow = ({ core: { deps } }: Station): void =>
  inTransaction(deps, () =>
    recordFact(deps, { topic: "printer.changed", organizationID: null, subjectID: "" }),
  );
