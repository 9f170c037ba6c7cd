/** Bindings of Windows's spooler functions and structures, as winspool.h declares them. */
import type { Koffi } from "../../base/koffi.ts";

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

type Call = ReturnType<ReturnType<Koffi["load"]>["func"]>;
type Struct = ReturnType<Koffi["struct"]>;

export type WinspoolCalls = Readonly<
  Record<"jobInfo" | "printerInfo" | "printerName", Struct> &
    Record<
      | "OpenPrinter"
      | "ClosePrinter"
      | "StartDoc"
      | "StartPage"
      | "EndPage"
      | "EndDoc"
      | "Abort"
      | "Write"
      | "GetPrinter"
      | "EnumJobs"
      | "SetJob"
      | "EnumPrinters"
      | "DocumentProperties",
      Call
    >
>;

/** Loads the functions and structures of the Windows print spooler. */
export function bindWinspool(koffi: Koffi): WinspoolCalls {
  const library = koffi.load("winspool.drv");
  const docInfo = koffi.struct({ pDocName: "str16", pOutputFile: "str16", pDatatype: "str16" });
  const bind = (name: string, result: string, types: Parameters<typeof library.func>[3]): Call =>
    library.func("__stdcall", name, result, types);
  const ofPrinter = (name: string): Call => bind(name, "int", ["void *"]);
  return {
    jobInfo: koffi.struct(JOB_FIELDS),
    printerInfo: koffi.struct(PRINTER_FIELDS),
    printerName: koffi.struct(NAME_FIELDS),
    StartPage: ofPrinter("StartPagePrinter"),
    EndPage: ofPrinter("EndPagePrinter"),
    EndDoc: ofPrinter("EndDocPrinter"),
    Abort: ofPrinter("AbortPrinter"),
    OpenPrinter: bind("OpenPrinterW", "int", ["str16", "_Out_ void **", "void *"]),
    ClosePrinter: ofPrinter("ClosePrinter"),
    StartDoc: bind("StartDocPrinterW", "uint32", ["void *", "uint32", koffi.pointer(docInfo)]),
    Write: bind("WritePrinter", "int", ["void *", "void *", "uint32", "_Out_ uint32 *"]),
    GetPrinter: bind("GetPrinterW", "int", [
      "void *",
      "uint32",
      "void *",
      "uint32",
      "_Out_ uint32 *",
    ]),
    EnumJobs: bind("EnumJobsW", "int", [
      "void *",
      "uint32",
      "uint32",
      "uint32",
      "void *",
      "uint32",
      "_Out_ uint32 *",
      "_Out_ uint32 *",
    ]),
    SetJob: bind("SetJobW", "int", ["void *", "uint32", "uint32", "void *", "uint32"]),
    EnumPrinters: bind("EnumPrintersW", "int", [
      "uint32",
      "str16",
      "uint32",
      "void *",
      "uint32",
      "_Out_ uint32 *",
      "_Out_ uint32 *",
    ]),
    DocumentProperties: bind("DocumentPropertiesW", "int", [
      "void *",
      "void *",
      "str16",
      "void *",
      "void *",
      "uint32",
    ]),
  };
}
