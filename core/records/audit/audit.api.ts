/** /station/audit */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { auditFilterSchema, auditPageSchema, auditQuerySchema } from "./audit.schema.ts";

const tag = "Station";

export const listAudit = endpoint({
  id: "listAudit",
  method: "GET",
  path: "/station/audit",
  tag,
  summary: "Who did what at this station, newest first; filtered by member, kind and day.",
  access: "admin",
  shape: "one",
  errors: ["E2052"],
  query: auditQuerySchema,
  answer: auditPageSchema,
});

export const exportAudit = endpoint({
  id: "exportAudit",
  method: "GET",
  path: "/station/audit.csv",
  tag,
  summary: "The audit log as a CSV file for a spreadsheet; filtered by member, kind and day.",
  access: "admin",
  audited: { kind: "data", act: "asked" },
  shape: "bytes",
  media: ["text/csv"],
  query: auditFilterSchema,
  answer: z.string(),
});
