/**
 * /station/addresses/imports and /station/addresses/export: imports and exports the address book.
 */
import { z } from "zod";
import { queryBoolean } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import { BOOK_COLUMNS } from "../addresses/address-book.schema.ts";
import { addressFileProgressSchema, addressFileSchema } from "./address-imports.schema.ts";
import { importInputSchema } from "./imports.schema.ts";

const tag = "Station";
/** Largest body, in bytes: a file of 16 MiB as base64, and its name. */
const LARGEST_BODY = 22 * 1024 * 1024;
const isRecipient = queryBoolean.transform((value) => value !== false);

export const checkAddressFile = endpoint({
  id: "checkAddressFile",
  method: "POST",
  path: "/station/addresses/imports",
  tag,
  summary:
    "Check an address file (CSV, XLSX): counts the good rows and lists the faults in the others. Nothing is imported yet.",
  access: "member",
  shape: "one",
  bodyLimit: LARGEST_BODY,
  wholeBody: true,
  query: z.object({ isRecipient }),
  body: importInputSchema,
  answer: addressFileSchema,
  errors: ["E2029", "E2096"],
});

export const takeAddressFile = endpoint({
  id: "takeAddressFile",
  method: "POST",
  path: "/station/addresses/imports/:id/take",
  tag,
  summary: "Import some good rows of a checked address file; call it until all are imported.",
  access: "member",
  shape: "one",
  params: z.object({ id: z.string() }),
  body: z.strictObject({ atMost: z.number().int().min(1).max(1_000).default(200) }),
  answer: addressFileProgressSchema,
  errors: ["E2068"],
});

export const exportAddresses = endpoint({
  id: "exportAddresses",
  method: "GET",
  path: "/station/addresses/export",
  tag,
  summary: "The address book as a CSV or XLSX file, which can be imported again.",
  access: "member",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  query: z.object({
    isRecipient,
    format: z.enum(["csv", "xlsx"]).catch("csv").default("csv"),
    language: z.enum(["tr", "en"]).catch("tr").default("tr"),
    /** Absent: the last saved address first, also when there are more than MOST_SORTED. */
    sortBy: z.enum(BOOK_COLUMNS).optional().catch(undefined),
    isAscending: queryBoolean,
  }),
  answer: z.unknown(),
});
