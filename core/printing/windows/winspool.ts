/**
 * Windows's spooler (winspool.drv), called through koffi. Every call may block until a printer's
 * driver or server answers, so only `spooler-worker.ts` uses it. Nothing is loaded on other
 * systems.
 */
import { z } from "zod";
import { loadKoffi, type Koffi } from "../../base/koffi.ts";
import { bindWinspool, type WinspoolCalls } from "./winspool-calls.ts";

/**
 * Failures that a caller distinguishes; `maybe`: part of the label may have reached the printer.
 */
export type WindowsFailure = "no queue" | "refused" | "maybe";

/** A spooler error that the thread passes to the core together with its code. */
export class WindowsError extends Error {
  readonly code: WindowsFailure;

  /**
   * Creates the error.
   *
   * @param message For the person at the desk.
   */
  constructor(code: WindowsFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Loads the library that calls Windows.
 *
 * @throws WindowsError on another system.
 */
export function loadSpoolerCalls(): Koffi {
  if (process.platform !== "win32")
    throw new WindowsError("no queue", "Windows printers only exist on Windows.");
  return loadKoffi();
}

const LOCAL_AND_CONNECTED = 0x02 | 0x04;
const DELETE_JOB = 5;
/** Highest number of jobs that are listed for one queue. */
const MAX_JOBS = 1_000;
const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "");
const jobSchema = z.object({
  JobId: z.number(),
  pDocument: text,
  pStatus: text,
  Status: z.number(),
  PagesPrinted: z.number(),
});
const printerSchema = z.object({
  pPrinterName: text,
  pPortName: text,
  pDriverName: text,
  Attributes: z.number(),
  Status: z.number(),
});
const nameSchema = z.object({ pPrinterName: text, pServerName: text });
/** An opaque handle. */
type Handle = unknown;

export type WindowsJob = {
  readonly id: number;
  readonly name: string;
  readonly status: number;
  readonly statusText: string;
  readonly pagesPrinted: number;
};
export type WindowsQueue = {
  readonly name: string;
  readonly port: string;
  readonly driver: string;
  readonly attributes: number;
  readonly status: number;
};

export type Winspool = {
  /**
   * Opens a printer while `use` runs.
   * @throws WindowsError
   */
  withPrinter<T>(name: string, use: (printer: Handle) => T): T;
  /**
   * Queues bytes that no driver changes.
   * @returns The job's id.
   * @throws WindowsError
   */
  printRaw(name: string, document: string, bytes: Uint8Array): number;
  getQueue(name: string): WindowsQueue;
  /** Lists the jobs that have not ended; Windows forgets ended jobs at once. */
  listJobs(name: string): readonly WindowsJob[];
  deleteJob(name: string, id: number): void;
  /**
   * Lists the names of this computer's printers and of connected shared printers. No printer is
   * queried.
   */
  listNames(): readonly { readonly name: string; readonly server: string }[];
  /**
   * Returns a printer's driver settings for this user, changed for the paper.
   *
   * @throws WindowsError
   */
  paperSettings(name: string, change: (devmode: Buffer) => void): Buffer;
};

/**
 * Opens the spooler functions of Windows.
 *
 * @param koffi From `loadKoffi`.
 */
export function openWinspool(koffi: Koffi): Winspool {
  const windows: Windows = { koffi, calls: bindWinspool(koffi) };
  return {
    withPrinter: (name, use) => withPrinter(windows, name, use),
    printRaw: (name, document, bytes) =>
      withPrinter(windows, name, (printer) => printRaw(windows, printer, { document, bytes })),
    getQueue: (name) => withPrinter(windows, name, (printer) => readQueue(windows, printer)),
    listJobs: (name) => withPrinter(windows, name, (printer) => readJobs(windows, printer)),
    deleteJob(name, id) {
      withPrinter(windows, name, (printer) => {
        if (windows.calls.SetJob(printer, id, 0, null, DELETE_JOB) === 0)
          throw new WindowsError("maybe", "Windows did not remove the label from the print queue.");
      });
    },
    listNames: () => listNames(windows),
    paperSettings: (name, change) =>
      withPrinter(windows, name, (printer) => settingsOf(windows, { printer, name }, change)),
  };
}

type Windows = { readonly koffi: Koffi; readonly calls: WinspoolCalls };

function withPrinter<T>(windows: Windows, name: string, use: (printer: Handle) => T): T {
  if (isForeign(windows, name))
    throw new WindowsError("no queue", `This computer is not connected to the printer "${name}".`);
  const out: [Handle] = [null];
  if (windows.calls.OpenPrinter(name, out, null) === 0 || out[0] === null)
    throw new WindowsError("no queue", `Windows has no printer "${name}".`);
  try {
    return use(out[0]);
  } finally {
    windows.calls.ClosePrinter(out[0]);
  }
}

/**
 * Returns whether a name belongs to a shared printer that this user has not connected. Such
 * printers are not opened, because Windows would log in to the computer that the name starts with.
 */
function isForeign(windows: Windows, name: string): boolean {
  return (
    /^[\\/]{2}/.test(name) &&
    !listNames(windows).some((known) => known.name.toLowerCase() === name.toLowerCase())
  );
}

function listNames({ koffi, calls }: Windows): ReturnType<Winspool["listNames"]> {
  const count: [number] = [0];
  const info = sized((buffer, needed) =>
    calls.EnumPrinters(LOCAL_AND_CONNECTED, null, 4, buffer, buffer?.length ?? 0, needed, count),
  );
  if (info === undefined) return [];
  return Array.from({ length: count[0] }, (_, i) => {
    const { pPrinterName, pServerName } = nameSchema.parse(
      koffi.decode(info, i * koffi.sizeof(calls.printerName), calls.printerName),
    );
    return { name: pPrinterName, server: pServerName };
  });
}

function printRaw(
  { calls }: Windows,
  printer: Handle,
  { document, bytes }: { readonly document: string; readonly bytes: Uint8Array },
): number {
  const id = Number(
    calls.StartDoc(printer, 1, { pDocName: document, pOutputFile: null, pDatatype: "RAW" }),
  );
  if (id === 0)
    throw new WindowsError("refused", "Windows did not accept the label for this printer.");
  const isWhole =
    calls.StartPage(printer) !== 0 &&
    writeAll(calls, printer, bytes) &&
    calls.EndPage(printer) !== 0 &&
    calls.EndDoc(printer) !== 0;
  if (isWhole) return id;
  calls.Abort(printer);
  throw new WindowsError("maybe", "Windows did not accept the whole label.");
}

function writeAll({ Write }: WinspoolCalls, printer: Handle, bytes: Uint8Array): boolean {
  const written: [number] = [0];
  for (let at = 0; at < bytes.length; at += written[0]) {
    const part = bytes.subarray(at);
    if (Write(printer, part, part.length, written) === 0 || written[0] === 0) return false;
  }
  return true;
}

function readQueue({ koffi, calls }: Windows, printer: Handle): WindowsQueue {
  const info = sized((buffer, needed) =>
    calls.GetPrinter(printer, 2, buffer, buffer?.length ?? 0, needed),
  );
  if (info === undefined)
    throw new WindowsError("refused", "Windows does not report the state of this printer.");
  const { pPrinterName, pPortName, pDriverName, Attributes, Status } = printerSchema.parse(
    koffi.decode(info, calls.printerInfo),
  );
  return {
    name: pPrinterName,
    port: pPortName,
    driver: pDriverName,
    attributes: Attributes,
    status: Status,
  };
}

function readJobs({ koffi, calls }: Windows, printer: Handle): readonly WindowsJob[] {
  const count: [number] = [0];
  const info = sized((buffer, needed) =>
    calls.EnumJobs(printer, 0, MAX_JOBS, 1, buffer, buffer?.length ?? 0, needed, count),
  );
  if (info === undefined) return [];
  return Array.from({ length: count[0] }, (_, i) => {
    const { JobId, pDocument, pStatus, Status, PagesPrinted } = jobSchema.parse(
      koffi.decode(info, i * koffi.sizeof(calls.jobInfo), calls.jobInfo),
    );
    return {
      id: JobId,
      name: pDocument,
      status: Status,
      statusText: pStatus,
      pagesPrinted: PagesPrinted,
    };
  });
}

function settingsOf(
  { calls: { DocumentProperties } }: Windows,
  { printer, name }: { readonly printer: Handle; readonly name: string },
  change: (devmode: Buffer) => void,
): Buffer {
  const [OUT, IN] = [2, 8];
  const size = Number(DocumentProperties(null, printer, name, null, null, 0));
  if (size <= 0)
    throw new WindowsError("refused", "The printer's driver does not return its settings.");
  const devmode = Buffer.alloc(size);
  if (Number(DocumentProperties(null, printer, name, devmode, null, OUT)) < 0)
    throw new WindowsError("refused", "The printer's driver does not return its settings.");
  change(devmode);
  const asked = Buffer.from(devmode);
  // The driver resolves conflicts between the settings.
  return Number(DocumentProperties(null, printer, name, devmode, asked, IN | OUT)) < 0
    ? asked
    : devmode;
}

/**
 * Calls a Windows function once for the size of its answer and once for the answer.
 * @returns The answer; undefined when there is none.
 */
function sized(call: (buffer: Buffer | null, needed: [number]) => unknown): Buffer | undefined {
  const needed: [number] = [0];
  call(null, needed);
  if (needed[0] === 0) return undefined;
  const buffer = Buffer.alloc(needed[0]);
  return call(buffer, needed) === 0 ? undefined : buffer;
}
