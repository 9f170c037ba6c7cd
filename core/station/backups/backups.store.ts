/** SQL of backups: the identity of the station's computer, and the work done after a backup. */
import { findMeta, MACHINE } from "../../db/station-meta.ts";
import type { Db } from "../../db/database.ts";
import type { Reader } from "../../db/reader.ts";

/**
 * Counts purchases and prints that are newer than the newest purchase and print in a backup.
 * Compares ids, because an id starts with its time.
 */
export async function countSince(
  reader: Reader,
  newest: { readonly purchaseID: string; readonly printID: string },
): Promise<{ readonly purchases: number; readonly printJobs: number }> {
  const [[purchases], [printJobs]] = await reader.several<[{ n: number }, { n: number }]>(
    [
      {
        sql: `SELECT count(*) AS n FROM transactions WHERE id > :purchaseID AND status = 'DONE'`,
        parameters: { purchaseID: newest.purchaseID },
      },
      {
        sql: `SELECT count(*) AS n FROM print_jobs WHERE id > :printID AND status IN ('SENT', 'CONFIRMED', 'UNKNOWN')`,
        parameters: { printID: newest.printID },
      },
    ],
    "long",
  );
  return { purchases: purchases?.n ?? 0, printJobs: printJobs?.n ?? 0 };
}

/** Finds the hashed identity of the computer; undefined when the system has no identity. */
export function findMachine(db: Pick<Db, "sql">): string | undefined {
  return findMeta(db, MACHINE);
}
