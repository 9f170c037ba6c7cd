/** A source of order files, as the thread that reads them gets it. Pure. */
import type { OrderColumn } from "./order-columns.schema.ts";
import { DEFAULT_SOURCE } from "./order-sources.schema.ts";

export type FileSource = {
  readonly name: string;
  /** `sourceIdentifier` of its orders. */
  readonly identifier: string;
  /** Heading of each column; "": the column is not read. Empty: usual headings. */
  readonly columns: Readonly<Partial<Record<OrderColumn, string>>>;
};

/** The source of files with the usual headings. */
export const USUAL_SOURCE: FileSource = {
  name: DEFAULT_SOURCE,
  identifier: DEFAULT_SOURCE,
  columns: {},
};
