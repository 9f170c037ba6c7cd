/**
 * Papers of the desk other than single labels: packing slips, end-of-day manifests, many labels in
 * one file.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { printJobSchema } from "../../printing/printing.schema.ts";
import {
  labelSheetSchema,
  manifestCarrierSchema,
  manifestQuerySchema,
  manifestsQuerySchema,
  slipQuerySchema,
} from "./papers.schema.ts";

const tag = "Station";

export const getPackingSlip = endpoint({
  id: "getPackingSlip",
  method: "GET",
  path: "/station/shipments/:shipmentID/packing-slip",
  tag,
  summary:
    "The packing slip of a shipment as a PDF, made from the shipment as it is now, before and after its purchase. Its items are listed also where the label hides the contents.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  params: z.object({ shipmentID: z.string() }),
  query: slipQuerySchema,
  errors: ["E1051", "E2055", "E2059"],
  answer: z.unknown(),
});

export const printPackingSlip = endpoint({
  id: "printPackingSlip",
  method: "POST",
  path: "/station/shipments/:shipmentID/packing-slip/print",
  tag,
  summary:
    "Print the packing slip of a shipment, as it is now, on the printer that has the role packingSlip; it waits while none has. Each call prints one more.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E1072", "E2055", "E2059", "E2060"],
  answer: printJobSchema,
});

export const getManifest = endpoint({
  id: "getManifest",
  method: "GET",
  path: "/station/manifest",
  tag,
  summary:
    "The end-of-day manifest of a carrier: the labels that were bought that day by Turkish time and are in force, with their sums and the place to sign.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  query: manifestQuerySchema,
  errors: ["E2052", "E2059"],
  answer: z.unknown(),
});

export const listManifestCarriers = endpoint({
  id: "listManifestCarriers",
  method: "GET",
  path: "/station/manifest/carriers",
  tag,
  summary:
    "The carriers whose labels were bought on a day, by Turkish time, and are in force: each has a manifest of that day.",
  access: "member",
  shape: "one",
  query: manifestsQuerySchema,
  errors: ["E2052"],
  answer: z.array(manifestCarrierSchema),
});

export const drawLabelSheet = endpoint({
  id: "drawLabelSheet",
  method: "POST",
  path: "/station/labels/sheet",
  tag,
  summary:
    "Many labels as one PDF: a page each, or four on A4. A shipment without a label in force is an error that names it, and no label is given then.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  body: labelSheetSchema,
  errors: ["E1051", "E1072", "E2020", "E2045", "E2055", "E2057", "E2058", "E2059"],
  answer: z.unknown(),
});

export const getControlCard = endpoint({
  id: "getControlCard",
  method: "GET",
  path: "/station/packing/control-card",
  tag,
  summary:
    "A sheet of control barcodes as a PDF: a scan of one does at the desk what its key does.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  query: z.object({ language: z.enum(["tr", "en"]).catch("tr").default("tr") }),
  errors: ["E2059"],
  answer: z.unknown(),
});
