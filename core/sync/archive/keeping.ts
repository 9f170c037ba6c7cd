/** What this station keeps of old shipments, as its database notes it: the choice goes with the rows, also into a backup. */
import { parseJson } from "../../base/json.ts";
import type { Db } from "../../db/database.ts";
import { dropMeta, findMeta, writeMeta } from "../../db/station-meta.ts";
import { keepingSchema, type Keeping } from "../sync.schema.ts";

const KEEPING = "keeping";
const USUAL: Keeping = { keeps: "everything", days: 90 };

/** A station that has not chosen keeps everything. */
export function readKeeping(db: Pick<Db, "sql">): Keeping {
  const text = findMeta(db, KEEPING);
  return text === undefined ? USUAL : parseJson(text, keepingSchema, "what this station keeps");
}

/** Inside a transaction. */
export function writeKeeping(db: Pick<Db, "sql">, keeping: Keeping): void {
  writeMeta(db, KEEPING, JSON.stringify(keeping));
}

/** The station leaves its hub: from now on it keeps everything. Inside a transaction. */
export function dropKeeping(db: Pick<Db, "sql">): void {
  dropMeta(db, KEEPING);
}
