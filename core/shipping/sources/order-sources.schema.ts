/** Wire shapes of the sources of orders: the columns of their files, and the papers they demand. */
import { z } from "zod";
import { fold } from "../../base/text.ts";
import { isOrderColumn } from "./order-columns.schema.ts";

/** Source of order files whose headings are known without a kept source. */
export const DEFAULT_SOURCE = "order-file";
export const LONGEST_SOURCE_NAME = 60;
const LONGEST_HEADING = 200;
const MOST_COLUMNS = 50;

/**
 * Papers that an order of a source needs before its label is bought at the desk. `paper`: at least
 * one document is attached to its shipment.
 */
export const SOURCE_DEMANDS = ["invoiceNumber", "waybillNumber", "paper"] as const;
export type SourceDemand = (typeof SOURCE_DEMANDS)[number];

export const orderSourceSchema = z
  .object({
    /** Follows from the name, so that it is the same at each station. */
    id: z.uuid(),
    name: z.string(),
    /**
     * `sourceIdentifier` of the orders of its files: the folded name. The demands count for every
     * order with this identifier, in upper or lower case.
     */
    identifier: z.string(),
    /** False: nothing is stored for this source; it is listed because orders come from it. */
    isKept: z.boolean(),
    /**
     * Heading of each column in its files; "": the column is not read. Empty: its files have the
     * usual headings.
     */
    columns: z.record(z.string(), z.string()),
    demands: z.array(z.enum(SOURCE_DEMANDS)),
  })
  .meta({ id: "OrderSource" });
export type OrderSource = z.infer<typeof orderSourceSchema>;

const columnsSchema = z
  .record(z.string().max(50), z.string().trim().max(LONGEST_HEADING))
  .superRefine((columns, { addIssue }) => {
    const wrong = faultOfColumns(columns);
    if (wrong !== undefined) addIssue({ code: "custom", message: wrong });
  });

/** PUT /station/order-sources: absent fields of a known source stay unchanged. */
export const orderSourceInputSchema = z
  .strictObject({
    name: z
      .string()
      .trim()
      .max(LONGEST_SOURCE_NAME)
      .refine((name) => fold(name) !== "" && !name.includes("\0"), { message: "must be a name" }),
    columns: columnsSchema.optional(),
    demands: z.array(z.enum(SOURCE_DEMANDS)).max(10).optional(),
  })
  .meta({ id: "NewOrderSource" });
export type OrderSourceInput = z.output<typeof orderSourceInputSchema>;

/** Finds why columns cannot be kept; English. */
function faultOfColumns(columns: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(columns);
  if (names.length > MOST_COLUMNS) return `must have at most ${MOST_COLUMNS} columns`;
  const unknown = names.find((name) => !isOrderColumn(name));
  if (unknown !== undefined) return `${unknown} is not a column of orders`;
  const owners = new Map<string, string>();
  for (const [name, heading] of Object.entries(columns)) {
    const key = fold(heading);
    const other = owners.get(key);
    if (key !== "" && other !== undefined)
      return `${other} and ${name} cannot both be read from "${heading}"`;
    owners.set(key, name);
  }
  return undefined;
}
