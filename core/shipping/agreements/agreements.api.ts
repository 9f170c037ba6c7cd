/** /station/agreements: agreements with carriers, their barcode ranges and their versions. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import {
  agreementFileAnswerSchema,
  agreementFileInputSchema,
} from "./file/agreement-file.schema.ts";
import { priceListInputSchema, priceListSchema } from "./load/price-list.schema.ts";
import {
  agreementPatchSchema,
  agreementSchema,
  newAgreementSchema,
  newPaymentSchema,
  newRangeSchema,
  newVersionSchema,
  paymentSchema,
  versionPreviewSchema,
  wholeVersionSchema,
} from "./agreements.schema.ts";

/** Largest number of values of a body: those of the largest tariff, with room for its rules. */
const MOST_VALUES = 300_000;

const tag = "Agreements";
const params = z.object({ agreementID: z.string() });
const versionParams = z.object({ agreementID: z.string(), versionID: z.string() });
/** Largest body with a file, in bytes: 4 MiB as base64, and the questions. */
const LARGEST_LIST = 6 * 1024 * 1024;
/** Largest body, in bytes: a tariff of 2,000 steps in 100 zones. */
const LARGEST_TARIFF = 4 * 1024 * 1024;

export const listAgreements = endpoint({
  id: "listAgreements",
  method: "GET",
  path: "/station/agreements",
  tag,
  summary: "List the agreements with carriers, with their ranges and versions.",
  access: "admin",
  shape: "whole",
  answer: agreementSchema,
});

export const createAgreement = endpoint({
  id: "createAgreement",
  method: "POST",
  path: "/station/agreements",
  tag,
  summary: "Enter an agreement. Its prices come with a version.",
  access: "admin",
  audited: { kind: "settings", act: "made" },
  shape: "one",
  status: 201,
  errors: ["E2170"],
  body: newAgreementSchema,
  answer: agreementSchema,
});

export const enterAgreementFile = endpoint({
  id: "enterAgreementFile",
  method: "POST",
  path: "/station/agreements/files",
  tag,
  summary:
    "Enter a file (CSV, XLSX) that is a whole agreement: lines that describe it above its price list. The same carrier and contract number get a further version.",
  access: "admin",
  audited: { kind: "settings", act: "made" },
  auditedStep: "entered",
  shape: "one",
  bodyLimit: LARGEST_LIST,
  wholeBody: true,
  errors: ["E2029"],
  body: agreementFileInputSchema,
  answer: agreementFileAnswerSchema,
});

export const updateAgreement = endpoint({
  id: "updateAgreement",
  method: "PATCH",
  path: "/station/agreements/:agreementID",
  tag,
  summary: "Change an agreement's name, contract number, tracking link, payment or account rule.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  errors: ["E2168"],
  body: agreementPatchSchema,
  answer: agreementSchema,
});

export const endAgreement = endpoint({
  id: "endAgreement",
  method: "DELETE",
  path: "/station/agreements/:agreementID",
  tag,
  summary: "End an agreement: it makes no offers. Labels bought from it can still be cancelled.",
  access: "admin",
  audited: { kind: "settings", act: "removed" },
  shape: "one",
  params,
  errors: ["E2168"],
  answer: agreementSchema,
});

export const addBarcodeRange = endpoint({
  id: "addBarcodeRange",
  method: "POST",
  path: "/station/agreements/:agreementID/ranges",
  tag,
  summary: "Add a further barcode range, which is used after the ranges before.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  status: 201,
  params,
  errors: ["E2168", "E2170"],
  body: newRangeSchema,
  answer: agreementSchema,
});

export const addAgreementPayment = endpoint({
  id: "addAgreementPayment",
  method: "POST",
  path: "/station/agreements/:agreementID/payments",
  tag,
  summary: "Enter a payment to the carrier, which lowers the debt.",
  access: "admin",
  audited: { kind: "money", act: "made" },
  shape: "one",
  status: 201,
  params,
  errors: ["E2168"],
  body: newPaymentSchema,
  answer: agreementSchema,
});

export const listAgreementPayments = endpoint({
  id: "listAgreementPayments",
  method: "GET",
  path: "/station/agreements/:agreementID/payments",
  tag,
  summary: "List the newest hundred payments to the carrier.",
  access: "admin",
  shape: "whole",
  params,
  errors: ["E2168"],
  answer: paymentSchema,
});

export const readPriceList = endpoint({
  id: "readPriceList",
  method: "POST",
  path: "/station/agreements/:agreementID/price-list",
  tag,
  summary:
    "Read a carrier's price list (CSV, XLSX): its steps and zones, or every problem by row and column. Nothing is entered.",
  access: "admin",
  shape: "one",
  params,
  bodyLimit: LARGEST_LIST,
  wholeBody: true,
  errors: ["E2168", "E2029"],
  body: priceListInputSchema,
  answer: priceListSchema,
});

export const getPriceListTemplate = endpoint({
  id: "getPriceListTemplate",
  method: "GET",
  path: "/station/agreements/template",
  tag,
  summary: "A price list to fill in, as a CSV file.",
  access: "admin",
  shape: "bytes",
  media: ["text/csv"],
  query: z.object({
    shape: z.enum(["zones", "prices"]).catch("zones").default("zones"),
    language: z.enum(["tr", "en"]).catch("tr").default("tr"),
  }),
  answer: z.unknown(),
});

export const previewVersion = endpoint({
  id: "previewVersion",
  method: "POST",
  path: "/station/agreements/:agreementID/preview",
  tag,
  summary: "Compare a new version with the one in force, by ten parcels; nothing is saved.",
  access: "admin",
  shape: "one",
  params,
  bodyLimit: LARGEST_TARIFF,
  mostValues: MOST_VALUES,
  errors: ["E2168"],
  body: newVersionSchema,
  answer: versionPreviewSchema,
});

export const createVersion = endpoint({
  id: "createVersion",
  method: "POST",
  path: "/station/agreements/:agreementID/versions",
  tag,
  summary: "Enter a version: the prices from a day on. A version is never changed later.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  status: 201,
  params,
  bodyLimit: LARGEST_TARIFF,
  mostValues: MOST_VALUES,
  errors: ["E2168", "E2171"],
  body: newVersionSchema,
  answer: agreementSchema,
});

export const getVersion = endpoint({
  id: "getVersion",
  method: "GET",
  path: "/station/agreements/:agreementID/versions/:versionID",
  tag,
  summary: "Get a version with its prices.",
  access: "admin",
  shape: "one",
  params: versionParams,
  errors: ["E2168", "E2169"],
  answer: wholeVersionSchema,
});

export const withdrawVersion = endpoint({
  id: "withdrawVersion",
  method: "DELETE",
  path: "/station/agreements/:agreementID/versions/:versionID",
  tag,
  summary: "Withdraw a version that is not in force yet.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params: versionParams,
  errors: ["E2168", "E2169", "E2171"],
  answer: agreementSchema,
});
