/**
 * Papers of the desk other than single labels: packing slips, end-of-day manifests, many labels in
 * one file, control barcodes.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { printJobSchema } from "../../printing/printing.schema.ts";
import {
  handOverManifestSchema,
  labelSheetSchema,
  manifestCarrierSchema,
  manifestQuerySchema,
  manifestsQuerySchema,
  printedManifestSchema,
  slipQuerySchema,
} from "./papers.schema.ts";

const tag = "Station";

export const getPackingSlip = endpoint({
  id: "getPackingSlip",
  method: "GET",
  path: "/station/shipments/:shipmentID/packing-slip",
  tag,
  summary:
    "The packing slip of a shipment as a PDF, drawn from the shipment's current data; after the purchase, with the purchase's addresses and logo. The slip lists the items even if the label hides the contents.",
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
    "Print the packing slip of a shipment on the printer with the role packingSlip. While no printer has the role, the job waits. Each call prints another slip.",
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
    "The end-of-day manifest of a carrier: the labels that were bought that day, Turkish time, and are still in force, with their sums and a field for the signature.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  query: manifestQuerySchema,
  errors: ["E2052", "E2059"],
  answer: z.unknown(),
});

export const printManifest = endpoint({
  id: "printManifest",
  method: "POST",
  path: "/station/manifest/print",
  tag,
  summary:
    "Print a carrier's manifest of a day, Turkish time, on the printer with the role a4. While no printer has the role, the job waits. Each call prints another manifest. A manifest without parcels is not printed.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  body: printedManifestSchema,
  errors: ["E2052", "E2059", "E2060", "E2166"],
  answer: printJobSchema,
});

export const getHandOverManifest = endpoint({
  id: "getHandOverManifest",
  method: "GET",
  path: "/station/hand-over/ended/:handOverID/manifest",
  tag,
  summary:
    "The manifest of a hand-over: the parcels that were scanned onto the truck, with a field for the signature, and in the PDF the carrier's parcels that are still here.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  params: z.object({ handOverID: z.string() }),
  query: handOverManifestSchema,
  errors: ["E2052", "E2059", "E2194", "E2240"],
  answer: z.unknown(),
});

export const printHandOverManifest = endpoint({
  id: "printHandOverManifest",
  method: "POST",
  path: "/station/hand-over/ended/:handOverID/manifest/print",
  tag,
  summary:
    "Print the manifest of a hand-over on the printer with the role a4. While no printer has the role, the job waits. Each call prints another manifest.",
  access: "home",
  audited: { kind: "print", act: "made" },
  shape: "one",
  status: 201,
  params: z.object({ handOverID: z.string() }),
  errors: ["E2052", "E2059", "E2060", "E2194", "E2240"],
  answer: printJobSchema,
});

export const listManifestCarriers = endpoint({
  id: "listManifestCarriers",
  method: "GET",
  path: "/station/manifest/carriers",
  tag,
  summary:
    "The carriers that have a manifest for a day: those with labels that were bought on that day, Turkish time, and are still in force.",
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
    "Many labels in one PDF: one label on each page, or four labels on each A4 page. If a shipment has no label in force, the error names it and no label is returned.",
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
    "A sheet of control barcodes as a PDF: scanning a barcode at the desk has the same effect as pressing its key.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  query: z.object({ language: z.enum(["tr", "en"]).catch("tr").default("tr") }),
  errors: ["E2059"],
  answer: z.unknown(),
});
