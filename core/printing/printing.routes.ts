/** /station/printers, /station/printjobs and /station/documents. */
import { errors } from "../base/errors.ts";
import { inTransaction } from "../db/change.ts";
import { deleteUploaded } from "../db/documents/documents.service.ts";
import { serve, type Route } from "./route.ts";
import { deletePrinterKnowledge } from "./keep-knowledge.ts";
import { checkPrinterFolder } from "./printer-folder.ts";
import { findQueues } from "./discovery/find-queues.ts";
import { searchNetwork } from "./discovery/search-network.ts";
import {
  addPrinter,
  getPrinter,
  getRoles,
  listPrinters,
  removePrinter,
  setRoles,
  updatePrinter,
} from "./printers.ts";
import * as printers from "./printers.api.ts";
import * as api from "./printing.api.ts";
import { listLivePrinters, presentPrinter } from "./live-printers.ts";
import { answerUnknown } from "./printing.service.ts";
import {
  cancelPrintJob,
  checkMayPrintShipments,
  getOwnPrintJob,
  listOwnPrintJobs,
  printFile,
  withoutHistory,
} from "./program-prints.ts";
import { obtainDocument } from "../db/documents/shared-files.ts";
import { getShipmentRow } from "../shipping/shipments/shipments.service.ts";
import { requestPrint } from "./request-print.ts";
import { streamPrintJob } from "./stream-print-job.ts";
import { printTestLabel, showTestLabel } from "./test-label.ts";
import { uploadDocument } from "./upload-document.ts";
import { printersChanged } from "./waiting-jobs.ts";
import type { PrinterWatch } from "./watch-printer.ts";

/**
 * Builds the routes of printing.
 *
 * @param watch Has the last known state of each printer.
 */
export const printingRoutes = (watch: PrinterWatch): readonly Route[] => [
  ...printerRoutes(watch),
  ...printJobRoutes,
];

const printerRoutes = (watch: PrinterWatch): readonly Route[] => [
  serve(printers.listPrinters, ({ deps }) => ({
    list: listLivePrinters(deps, watch),
    roles: getRoles(deps),
  })),
  serve(printers.createPrinter, ({ deps, actor }, { body }) => {
    if (body.driver === "file") checkPrinterFolder(deps, actor, body.path);
    const printer = addPrinter(deps, body);
    printersChanged(deps, printer.id);
    return presentPrinter(deps, printer);
  }),
  serve(printers.updatePrinter, ({ deps }, { params, body }) => {
    const printer = updatePrinter(deps, params.id, body);
    printersChanged(deps, printer.id);
    return presentPrinter(deps, printer);
  }),
  serve(
    printers.searchPrinters,
    ({ deps }) => searchNetwork({ known: listPrinters(deps), log: deps.log }),
    { repeat: "again" },
  ),
  serve(printers.listFoundPrinters, ({ deps }) => findQueues(listPrinters(deps))),
  serve(printers.printTestLabel, ({ deps, actor }, { params }) =>
    printTestLabel(deps, actor, params.id),
  ),
  serve(
    printers.showTestLabel,
    ({ deps }, { params, body }) => showTestLabel(deps, params.id, body),
    { repeat: "again" },
  ),
  serve(printers.deletePrinter, ({ deps }, { params }) => {
    const printer = getPrinter(deps, params.id);
    removePrinter(deps, params.id);
    deletePrinterKnowledge(deps, params.id);
    printersChanged(deps, params.id);
    return { ...presentPrinter(deps, printer), isActive: false };
  }),
  serve(
    printers.probePrinter,
    ({ deps }, { params }) => deps.printers.probe(getPrinter(deps, params.id)),
    {
      repeat: "again",
    },
  ),
  serve(printers.updatePrinterRoles, ({ deps }, { body }) => {
    const roles = setRoles(deps, body);
    printersChanged(deps, roles.label ?? "");
    return roles;
  }),
];

const printJobRoutes: readonly Route[] = [
  serve(api.listPrintJobs, ({ deps, actor }, { query }) => ({
    list: listOwnPrintJobs(deps, actor, query),
  })),
  serve(api.getPrintJob, ({ deps, actor }, { params }) => getOwnPrintJob(deps, actor, params.id)),
  serve(api.cancelPrintJob, ({ deps, actor }, { params }) =>
    cancelPrintJob(deps, actor, params.id),
  ),
  serve(api.streamPrintJob, ({ deps, actor, reauthenticate }, { params }) => {
    if (actor.via === "desk")
      throw errors.badRequest("The desk's window gets its events over IPC. Ask with a token.");
    return {
      bytes: streamPrintJob(deps, actor, reauthenticate, params.id),
      type: "text/event-stream; charset=utf-8",
    };
  }),
  serve(
    api.createPrintJob,
    async ({ deps, actor, keep }, { body }) => {
      if (!("shipmentID" in body)) return await printFile(deps, actor, body, keep);
      checkMayPrintShipments(actor);
      // Checks that this caller may see the shipment before fetching the document.
      if (
        body.documentHash !== undefined &&
        getShipmentRow(deps, actor, body.shipmentID) !== undefined
      )
        await obtainDocument(deps, body.documentHash);
      return inTransaction(deps, () => {
        const job = requestPrint(deps, actor, body);
        keep?.(job.id);
        return job;
      });
    },
    {
      repeat: ({ deps, actor }, _input, jobID) =>
        withoutHistory(getOwnPrintJob(deps, actor, jobID)),
    },
  ),
  serve(api.createDocument, ({ deps }, { body }) => uploadDocument(deps, body)),
  serve(api.deleteDocument, ({ deps }, { params }) => deleteUploaded(deps, params.hash)),
  serve(api.answerPrintJob, ({ deps, actor }, { params, body }) =>
    answerUnknown(deps, actor, params.id, body.printed),
  ),
];
