/** /station/printers and /station/printjobs: what prints at this desk. */
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { deleteUploaded } from "../documents/documents.service.ts";
import { serve, type Route } from "../http/route.ts";
import { findDevice, forgetKnowledge } from "./keep-knowledge.ts";
import { checkPrinterFolder } from "./printer-folder.ts";
import { findQueues } from "./discovery/find-queues.ts";
import { searchNetwork } from "./discovery/search-network.ts";
import { printerRecord, type Printer } from "./printer.ts";
import { addPrinter, getPrinter, getRoles, listPrinters, removePrinter, setRoles, updatePrinter } from "./printers.ts";
import * as api from "./printing.api.ts";
import { answerUnknown, getPrintJob, listPrintJobs } from "./printing.service.ts";
import type { printerAnswerSchema } from "./printing.schema.ts";
import { requestPrint } from "./request-print.ts";
import { uploadDocument } from "./upload-document.ts";
import { printersChanged } from "./waiting-jobs.ts";

function answer({ printers }: Pick<Deps, "printers">, printer: Printer): z.infer<typeof printerAnswerSchema> {
  return { ...printerRecord(printer), proves: printers.proves(printer) };
}

export const printingRoutes: readonly Route[] = [
  serve(api.listPrinters, ({ deps }) => ({ list: listPrinters(deps).map((printer) => ({ ...answer(deps, printer), device: findDevice(deps, printer) })), roles: getRoles(deps) })),
  serve(api.createPrinter, ({ deps, actor }, { body }) => {
    if (body.driver === "file") checkPrinterFolder(deps, actor, body.path);
    const printer = addPrinter(deps, body);
    printersChanged(deps, printer.id);
    return answer(deps, printer);
  }),
  serve(api.updatePrinter, ({ deps }, { params, body }) => {
    const printer = updatePrinter(deps, params.id, body);
    printersChanged(deps, printer.id);
    return answer(deps, printer);
  }),
  serve(api.searchPrinters, ({ deps }) => searchNetwork({ known: listPrinters(deps), log: deps.log }), { repeat: "again" }),
  serve(api.listFoundPrinters, ({ deps }) => findQueues(listPrinters(deps))),
  serve(api.deletePrinter, ({ deps }, { params }) => {
    const printer = getPrinter(deps, params.id);
    removePrinter(deps, params.id);
    forgetKnowledge(deps, params.id);
    printersChanged(deps, params.id);
    return { ...answer(deps, printer), isActive: false };
  }),
  serve(api.probePrinter, ({ deps }, { params }) => deps.printers.probe(getPrinter(deps, params.id)), {
    repeat: "again",
  }),
  serve(api.updatePrinterRoles, ({ deps }, { body }) => {
    const roles = setRoles(deps, body);
    printersChanged(deps, roles.label ?? "");
    return roles;
  }),
  serve(api.listPrintJobs, ({ deps, actor }, { query }) => ({ list: listPrintJobs(deps, actor, query) })),
  serve(api.getPrintJob, ({ deps, actor }, { params }) => getPrintJob(deps, actor, params.id)),
  serve(api.createPrintJob, ({ deps, actor }, { body }) => requestPrint(deps, actor, body)),
  serve(api.createDocument, ({ deps }, { body }) => uploadDocument(deps, body)),
  serve(api.deleteDocument, ({ deps }, { params }) => deleteUploaded(deps, params.hash)),
  serve(api.answerPrintJob, ({ deps, actor }, { params, body }) => answerUnknown(deps, actor, params.id, body.printed)),
];
