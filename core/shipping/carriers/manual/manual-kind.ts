/**
 * Connection of a carrier without an API here: parcels are announced by a file for the carrier's
 * panel, and a status file brings the scans back. The station sends nothing by itself.
 */
import type { ConnectionKind } from "../connection.ts";
import { PARCEL_FIELDS, readColumns } from "../parcel-columns.ts";

export const MANUAL_KIND: ConnectionKind = {
  kind: "manual",
  providerCode: "",
  name: "File",
  can: ["file", "return"],
  needsLogin: false,
  fields: [
    { name: "format", type: "choice", isRequired: false, values: ["csv", "xlsx"], usual: "csv" },
    {
      name: "columns",
      type: "text",
      isRequired: false,
      usual: PARCEL_FIELDS.map((field) => `${field}=${field}`).join("; "),
      maxLength: 2_000,
    },
  ],
  orderNeeds: [],
  checkSettings({ columns = "" }) {
    const read = readColumns(columns);
    return "problem" in read ? `columns: ${read.problem}` : undefined;
  },
  create: ({ id, name }) => ({
    accountID: id,
    kind: "manual",
    name,
    can: new Set(["file", "return"]),
    announcesPerSecond: 1,
    timeoutMs: 1_000,
  }),
};
