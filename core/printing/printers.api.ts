/** /station/printers: printers of this desk, and printers that could be added. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { foundQueuesSchema, networkSearchSchema } from "./discovery/discovery.schema.ts";
import {
  createPrinterSchema,
  livePrinterSchema,
  printerAnswerSchema,
  printerStateSchema,
  rolesSchema,
  updatePrinterSchema,
  updateRolesSchema,
} from "./printers.schema.ts";
import { printJobSchema } from "./printing.schema.ts";

const tag = "Station";
const id = z.object({ id: z.string() });

export const listPrinters = endpoint({
  id: "listPrinters",
  method: "GET",
  path: "/station/printers",
  tag,
  summary: "The printers of this desk, their roles, and each printer's last known state.",
  access: "home",
  scope: "print",
  shape: "one",
  answer: z.object({ list: z.array(livePrinterSchema), roles: rolesSchema }),
});

export const createPrinter = endpoint({
  id: "createPrinter",
  places: { "body.path": "chosen" },
  method: "POST",
  path: "/station/printers",
  tag,
  summary: "Set up a printer. It gets the label role if no printer has this role.",
  access: "station",
  audited: { kind: "printer", act: "made" },
  shape: "one",
  status: 201,
  body: createPrinterSchema,
  errors: ["E1055"],
  answer: printerAnswerSchema,
});

export const updatePrinter = endpoint({
  id: "updatePrinter",
  method: "PATCH",
  path: "/station/printers/:id",
  tag,
  summary: "Change a printer. Absent fields are unchanged; null resets a setting to its default.",
  access: "station",
  audited: { kind: "printer", act: "changed" },
  shape: "one",
  params: id,
  body: updatePrinterSchema,
  errors: ["E2025"],
  answer: printerAnswerSchema,
});

export const searchPrinters = endpoint({
  id: "searchPrinters",
  method: "POST",
  path: "/station/printers/search",
  tag: "Station",
  summary: "Search the network for printers, for three seconds. Nothing is printed.",
  access: "station",
  shape: "one",
  answer: networkSearchSchema,
});

export const listFoundPrinters = endpoint({
  id: "listFoundPrinters",
  method: "GET",
  path: "/station/printers/found",
  tag,
  summary:
    "The print queues of this computer, each of which can be set up as a printer. Nothing is printed.",
  access: "station",
  shape: "one",
  answer: foundQueuesSchema,
});

export const printTestLabel = endpoint({
  id: "printTestLabel",
  method: "POST",
  path: "/station/printers/:id/test",
  tag,
  summary:
    "Print a test label on a printer: the edges of its paper, a ruler, fine lines and a barcode. A test label that is not started within ten minutes fails and is never printed.",
  access: "station",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  params: id,
  errors: ["E2025"],
  answer: printJobSchema,
});

export const showTestLabel = endpoint({
  id: "showTestLabel",
  method: "POST",
  path: "/station/printers/:id/test/picture",
  tag,
  summary:
    "A printer's test label as a PNG in a data URL, with changes of its settings that are not saved.",
  access: "station",
  shape: "one",
  params: id,
  body: updatePrinterSchema,
  errors: ["E2025", "E2059"],
  answer: z.object({ dataURL: z.string(), offsetXMm: z.number(), offsetYMm: z.number() }),
});

export const deletePrinter = endpoint({
  id: "deletePrinter",
  method: "DELETE",
  path: "/station/printers/:id",
  tag,
  summary: "Remove a printer.",
  access: "station",
  audited: { kind: "printer", act: "removed" },
  shape: "one",
  params: id,
  errors: ["E2025"],
  answer: printerAnswerSchema,
});

export const probePrinter = endpoint({
  id: "probePrinter",
  method: "POST",
  path: "/station/printers/:id/probe",
  tag,
  summary: "Ask a printer for its state.",
  access: "station",
  shape: "one",
  params: id,
  errors: ["E2025"],
  answer: printerStateSchema,
});

export const updatePrinterRoles = endpoint({
  id: "updatePrinterRoles",
  method: "PUT",
  path: "/station/printers/roles",
  tag,
  summary: "Choose the printers for labels, return labels, A4 papers and packing slips.",
  access: "station",
  audited: { kind: "printer", act: "changed" },
  shape: "one",
  body: updateRolesSchema,
  errors: ["E2025"],
  answer: rolesSchema,
});
