/**
 * Windows's spooler (winspool.drv), called by koffi. Every call may block for as long as a
 * printer's driver or server does, so this runs in `spooler-worker.ts` alone. Nothing is loaded on
 * other systems.
 */
import { z } from "zod";
import { loadKoffi, type Koffi } from "../../base/koffi.ts";

/** Kinds of failure that a caller acts on; `maybe`: a part of the label may be with the printer. */
export type WindowsFailure = "no queue" | "refused" | "maybe";

/** An error of the spooler on its way to the core: the thread keeps its code. */
export class WindowsError extends Error {
  readonly code: WindowsFailure;

  /** @param message For the person at the desk. */
  constructor(code: WindowsFailure, message: string) {
    super(message);
    this.code = code;
  }
}

/** @returns The library that calls Windows. @throws WindowsError on another system. */
export function loadSpoolerCalls(): Koffi {
  if (process.platform !== "win32")
    throw new WindowsError("no queue", "Printers of Windows are found on Windows only.");
  return loadKoffi();
}

const LOCAL_AND_CONNECTED = 0x02 | 0x04;
const DELETE_JOB = 5;
/** Of one queue. */
const MOST_JOBS = 1_000;
const JOB_FIELDS = {
  JobId: "uint32",
  pPrinterName: "str16",
  pMachineName: "str16",
  pUserName: "str16",
  pDocument: "str16",
  pDatatype: "str16",
  pStatus: "str16",
  Status: "uint32",
  Priority: "uint32",
  Position: "uint32",
  TotalPages: "uint32",
  PagesPrinted: "uint32",
  Submitted: "uint64[2]",
};
const PRINTER_FIELDS = {
  pServerName: "str16",
  pPrinterName: "str16",
  pShareName: "str16",
  pPortName: "str16",
  pDriverName: "str16",
  pComment: "str16",
  pLocation: "str16",
  pDevMode: "void *",
  pSepFile: "str16",
  pPrintProcessor: "str16",
  pDatatype: "str16",
  pParameters: "str16",
  pSecurityDescriptor: "void *",
  Attributes: "uint32",
  Priority: "uint32",
  DefaultPriority: "uint32",
  StartTime: "uint32",
  UntilTime: "uint32",
  Status: "uint32",
  cJobs: "uint32",
  AveragePPM: "uint32",
};
const NAME_FIELDS = { pPrinterName: "str16", pServerName: "str16", Attributes: "uint32" };

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
/** A handle, opaque. */
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
  /** Opens a printer for as long as `use` runs. @throws WindowsError */
  withPrinter<T>(name: string, use: (printer: Handle) => T): T;
  /** Queues bytes that no driver changes. @returns The id of the job. @throws WindowsError */
  printRaw(name: string, document: string, bytes: Uint8Array): number;
  getQueue(name: string): WindowsQueue;
  /** @returns Jobs that have not ended: an ended one is forgotten at once. */
  listJobs(name: string): readonly WindowsJob[];
  deleteJob(name: string, id: number): void;
  /**
   * @returns Names of printers of this computer and of those that it is connected to. None of them
   *   is asked.
   */
  listNames(): readonly { readonly name: string; readonly server: string }[];
  /**
   * @returns The driver's settings of a printer, as it has them for this user, for the paper.
   * @throws WindowsError
   */
  paperSettings(name: string, change: (devmode: Buffer) => void): Buffer;
};

/** @param koffi As `loadKoffi` gives it. */
export function openWinspool(koffi: Koffi): Winspool {
  const library = koffi.load("winspool.drv");
  const docInfo = koffi.struct({ pDocName: "str16", pOutputFile: "str16", pDatatype: "str16" });
  const [jobInfo, printerInfo, printerName] = [
    koffi.struct(JOB_FIELDS),
    koffi.struct(PRINTER_FIELDS),
    koffi.struct(NAME_FIELDS),
  ];
  const bind = (
    name: string,
    result: string,
    types: Parameters<typeof library.func>[3],
  ): ReturnType<typeof library.func> => library.func("__stdcall", name, result, types);
  const OpenPrinter = bind("OpenPrinterW", "int", ["str16", "_Out_ void **", "void *"]);
  const ClosePrinter = bind("ClosePrinter", "int", ["void *"]);
  const StartDoc = bind("StartDocPrinterW", "uint32", ["void *", "uint32", koffi.pointer(docInfo)]);
  const [StartPage, EndPage, EndDoc, Abort] = [
    "StartPagePrinter",
    "EndPagePrinter",
    "EndDocPrinter",
    "AbortPrinter",
  ].map((name) => bind(name, "int", ["void *"]));
  const Write = bind("WritePrinter", "int", ["void *", "void *", "uint32", "_Out_ uint32 *"]);
  const GetPrinter = bind("GetPrinterW", "int", [
    "void *",
    "uint32",
    "void *",
    "uint32",
    "_Out_ uint32 *",
  ]);
  const EnumJobs = bind("EnumJobsW", "int", [
    "void *",
    "uint32",
    "uint32",
    "uint32",
    "void *",
    "uint32",
    "_Out_ uint32 *",
    "_Out_ uint32 *",
  ]);
  const SetJob = bind("SetJobW", "int", ["void *", "uint32", "uint32", "void *", "uint32"]);
  const EnumPrinters = bind("EnumPrintersW", "int", [
    "uint32",
    "str16",
    "uint32",
    "void *",
    "uint32",
    "_Out_ uint32 *",
    "_Out_ uint32 *",
  ]);
  const DocumentProperties = bind("DocumentPropertiesW", "int", [
    "void *",
    "void *",
    "str16",
    "void *",
    "void *",
    "uint32",
  ]);

  /**
   * Windows would log in to whichever computer a name begins with: only those that this user has
   * connected are opened.
   */
  const isForeign = (name: string): boolean =>
    /^[\\/]{2}/.test(name) &&
    !listNames().some((known) => known.name.toLowerCase() === name.toLowerCase());

  function withPrinter<T>(name: string, use: (printer: Handle) => T): T {
    if (isForeign(name))
      throw new WindowsError(
        "no queue",
        `This computer is not connected to the printer "${name}".`,
      );
    const out: [Handle] = [null];
    if (OpenPrinter(name, out, null) === 0 || out[0] === null)
      throw new WindowsError("no queue", `Windows has no printer "${name}".`);
    try {
      return use(out[0]);
    } finally {
      ClosePrinter(out[0]);
    }
  }

  function listNames(): ReturnType<Winspool["listNames"]> {
    const count: [number] = [0];
    const info = sized((buffer, needed) =>
      EnumPrinters(LOCAL_AND_CONNECTED, null, 4, buffer, buffer?.length ?? 0, needed, count),
    );
    if (info === undefined) return [];
    return Array.from({ length: count[0] }, (_, i) => {
      const { pPrinterName, pServerName } = nameSchema.parse(
        koffi.decode(info, i * koffi.sizeof(printerName), printerName),
      );
      return { name: pPrinterName, server: pServerName };
    });
  }

  return {
    withPrinter,
    printRaw(name, document, bytes) {
      return withPrinter(name, (printer) => {
        const id = Number(
          StartDoc(printer, 1, { pDocName: document, pOutputFile: null, pDatatype: "RAW" }),
        );
        if (id === 0)
          throw new WindowsError("refused", "Windows did not accept the label for this printer.");
        const isWhole =
          StartPage?.(printer) !== 0 &&
          writeAll(printer, bytes) &&
          EndPage?.(printer) !== 0 &&
          EndDoc?.(printer) !== 0;
        if (isWhole) return id;
        Abort?.(printer);
        throw new WindowsError("maybe", "Windows did not take the whole label.");
      });
    },
    getQueue(name) {
      return withPrinter(name, (printer) => {
        const info = sized((buffer, needed) =>
          GetPrinter(printer, 2, buffer, buffer?.length ?? 0, needed),
        );
        if (info === undefined)
          throw new WindowsError("refused", "Windows does not report the state of this printer.");
        const { pPrinterName, pPortName, pDriverName, Attributes, Status } = printerSchema.parse(
          koffi.decode(info, printerInfo),
        );
        return {
          name: pPrinterName,
          port: pPortName,
          driver: pDriverName,
          attributes: Attributes,
          status: Status,
        };
      });
    },
    listJobs(name) {
      return withPrinter(name, (printer) => {
        const count: [number] = [0];
        const info = sized((buffer, needed) =>
          EnumJobs(printer, 0, MOST_JOBS, 1, buffer, buffer?.length ?? 0, needed, count),
        );
        if (info === undefined) return [];
        return Array.from({ length: count[0] }, (_, i) => {
          const { JobId, pDocument, pStatus, Status, PagesPrinted } = jobSchema.parse(
            koffi.decode(info, i * koffi.sizeof(jobInfo), jobInfo),
          );
          return {
            id: JobId,
            name: pDocument,
            status: Status,
            statusText: pStatus,
            pagesPrinted: PagesPrinted,
          };
        });
      });
    },
    deleteJob(name, id) {
      withPrinter(name, (printer) => {
        if (SetJob(printer, id, 0, null, DELETE_JOB) === 0)
          throw new WindowsError("maybe", "Windows did not remove the label from the print queue.");
      });
    },
    listNames,
    paperSettings(name, change) {
      const [OUT, IN] = [2, 8];
      return withPrinter(name, (printer) => {
        const size = Number(DocumentProperties(null, printer, name, null, null, 0));
        if (size <= 0)
          throw new WindowsError("refused", "The printer's driver does not tell its settings.");
        const devmode = Buffer.alloc(size);
        if (Number(DocumentProperties(null, printer, name, devmode, null, OUT)) < 0)
          throw new WindowsError("refused", "The printer's driver does not tell its settings.");
        change(devmode);
        const asked = Buffer.from(devmode);
        // The driver makes them fit to each other.
        return Number(DocumentProperties(null, printer, name, devmode, asked, IN | OUT)) < 0
          ? asked
          : devmode;
      });
    },
  };

  function writeAll(printer: Handle, bytes: Uint8Array): boolean {
    const written: [number] = [0];
    for (let at = 0; at < bytes.length; at += written[0]) {
      const part = bytes.subarray(at);
      if (Write(printer, part, part.length, written) === 0 || written[0] === 0) return false;
    }
    return true;
  }
}

/** Asks Windows how large an answer is, then for it. @returns Undefined when there is none. */
function sized(call: (buffer: Buffer | null, needed: [number]) => unknown): Buffer | undefined {
  const needed: [number] = [0];
  call(null, needed);
  if (needed[0] === 0) return undefined;
  const buffer = Buffer.alloc(needed[0]);
  return call(buffer, needed) === 0 ? undefined : buffer;
}
