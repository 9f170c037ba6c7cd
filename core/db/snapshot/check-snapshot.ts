/**
 * Looks at a snapshot before anything of it is taken in. Every desk may put objects into the hub's store, so what lies there under a
 * snapshot's name may be damaged, another organization's, or no snapshot.
 */
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { parseJson } from "../../base/json.ts";

const ofSchema = z.object({ organizationID: z.string() });

/** @param file Whole, uncompressed. @returns Why it is not to be taken in; undefined for a good one. */
export function findFault(file: string, organizationID: string): string | undefined {
  let raw: BetterSqlite3.Database | undefined;
  try {
    raw = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
    // A view in place of a table would run what its writer likes.
    if (raw.prepare("SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index')").get() !== undefined) return "it has more than tables";
    const whole: unknown = raw.prepare("PRAGMA quick_check(1)").pluck().get();
    if (whole !== "ok") return `it is damaged: ${String(whole)}`;
    const facts = parseJson(z.string().parse(raw.prepare("SELECT body FROM facts").pluck().get()), ofSchema, "the facts of a snapshot");
    return facts.organizationID === organizationID ? undefined : "it is of another organization";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    raw?.close();
  }
}
