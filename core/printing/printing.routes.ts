/** /station/printers and /station/printjobs: what prints at this desk. */
import { z } from "zod";
import { uuidID } from "../base/wire.ts";
import { route, type Route } from "../http/route.ts";
import { checkPrinterFolder } from "./printer-folder.ts";
import { addPrinter, getPrinter, getRoles, listPrinters, removePrinter, setRoles } from "./printers.ts";
import { answerPrintJobSchema, createPrinterSchema, createPrintJobSchema, printerSchema, printerStateSchema, printJobSchema, printJobStatusSchema } from "./printing.schema.ts";
import { answerUnknown, getPrintJob, listPrintJobs, requestPrint } from "./printing.service.ts";
import { printersChanged } from "./run-queue.ts";

const tag = "Station";
const id = z.object({ id: z.string() });
const rolesSchema = z.object({ label: z.uuid().nullable() });

export const printingRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/station/printers",
    tag,
    summary: "The printers of this desk and their roles.",
    access: "home",
    shape: "one",
    answer: z.object({ list: z.array(printerSchema), roles: rolesSchema }),
    run: ({ deps }) => ({ list: listPrinters(deps), roles: getRoles(deps) }),
  }),
  route({
    method: "POST",
    path: "/station/printers",
    tag,
    summary: "Set up a printer; the first one gets the labels.",
    access: "station",
    shape: "one",
    status: 201,
    body: createPrinterSchema,
    errors: ["E1055"],
    answer: printerSchema,
    run: ({ deps, actor }, { body }) => {
      if (body.driver === "file") checkPrinterFolder(deps, actor, body.path);
      const printer = addPrinter(deps, { host: "", port: 9100, path: "", ...body });
      printersChanged(deps, printer.id);
      return printer;
    },
  }),
  route({
    method: "DELETE",
    path: "/station/printers/:id",
    tag,
    summary: "Remove a printer.",
    access: "station",
    shape: "one",
    params: id,
    errors: ["E2025"],
    answer: printerSchema,
    run: ({ deps }, { params }) => {
      const printer = getPrinter(deps, params.id);
      removePrinter(deps, params.id);
      printersChanged(deps, params.id);
      return { ...printer, isActive: false };
    },
  }),
  route({
    method: "POST",
    path: "/station/printers/:id/probe",
    tag,
    summary: "Ask a printer how it is.",
    access: "station",
    shape: "one",
    params: id,
    errors: ["E2025"],
    answer: printerStateSchema,
    repeat: "again",
    run: ({ deps }, { params }) => deps.printers.probe(getPrinter(deps, params.id)),
  }),
  route({
    method: "PUT",
    path: "/station/printers/roles",
    tag,
    summary: "Say which printer gets the labels.",
    access: "station",
    shape: "one",
    body: z.strictObject({ label: uuidID.nullable() }),
    errors: ["E2025"],
    answer: rolesSchema,
    run: ({ deps }, { body }) => {
      const roles = setRoles(deps, body);
      printersChanged(deps, roles.label ?? "");
      return roles;
    },
  }),
  route({
    method: "GET",
    path: "/station/printjobs",
    tag,
    summary: "The print journal, newest first.",
    access: "member",
    shape: "one",
    errors: ["E1051"],
    query: z.object({ status: printJobStatusSchema.optional(), shipmentID: z.string().optional(), limit: z.coerce.number().int().min(1).max(500).catch(20).default(20) }),
    answer: z.object({ list: z.array(printJobSchema) }),
    run: ({ deps, actor }, { query }) => ({ list: listPrintJobs(deps, actor, query) }),
  }),
  route({
    method: "GET",
    path: "/station/printjobs/:id",
    tag,
    summary: "A print job.",
    access: "member",
    shape: "one",
    params: id,
    errors: ["E2027"],
    answer: printJobSchema,
    run: ({ deps, actor }, { params }) => getPrintJob(deps, actor, params.id),
  }),
  route({
    method: "POST",
    path: "/station/printjobs",
    tag,
    summary: "Print a bought label: for the first time, or once more.",
    access: "home",
    shape: "one",
    status: 201,
    body: createPrintJobSchema,
    errors: ["E1051", "E1072"],
    answer: printJobSchema,
    run: ({ deps, actor }, { body }) => requestPrint(deps, actor, body.shipmentID),
  }),
  route({
    method: "POST",
    path: "/station/printjobs/:id/answer",
    tag,
    summary: "Answer a print of unknown outcome: the label came out, or it did not and is printed again.",
    access: "home",
    shape: "one",
    params: id,
    body: answerPrintJobSchema,
    errors: ["E2027", "E2028"],
    answer: printJobSchema,
    run: ({ deps, actor }, { params, body }) => answerUnknown(deps, actor, params.id, body.printed),
  }),
];

