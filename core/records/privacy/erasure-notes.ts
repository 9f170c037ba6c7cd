/**
 * Records that must survive a restore: ids erased on request, and each organization's rules with
 * their dates. The records are lines of `erasures.jsonl`, next to the database; they hold no
 * personal data. A restored backup is older than this file, and restoring never replaces the file.
 */
import type { ReadDeps } from "../../db/deps.ts";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { asDiskFull } from "../../base/disk.ts";
import type { RecordsDeps } from "../deps.ts";
import { privacyRulesSchema, type PrivacyRules } from "./privacy.schema.ts";

const ERASURES_FILE = "erasures.jsonl";

const noteSchema = z.object({
  at: z.string(),
  organizationID: z.string(),
  shipments: z.array(z.string()).optional(),
  addresses: z.array(z.string()).optional(),
  rules: privacyRulesSchema.optional(),
});
export type ErasureNote = z.output<typeof noteSchema>;

/**
 * Records erasures durably.
 *
 * @throws AppError E2036 when the disk is full.
 */
export function noteErasures(
  deps: Pick<RecordsDeps, "db" | "now">,
  organizationID: string,
  ids: { readonly shipments: readonly string[]; readonly addresses: readonly string[] },
): void {
  if (ids.shipments.length + ids.addresses.length > 0) append(deps, { organizationID, ...ids });
}

/**
 * Records rules durably.
 *
 * @returns A function that removes the record, for a transaction that then fails.
 * @throws AppError E2036 when the disk is full.
 */
export function noteRules(
  deps: Pick<RecordsDeps, "db" | "now">,
  organizationID: string,
  rules: PrivacyRules,
): () => void {
  return append(deps, { organizationID, rules });
}

/**
 * Reads the records, oldest first. Skips unreadable lines, such as a line that a crash truncated.
 */
export function readNotes(deps: ReadDeps): ErasureNote[] {
  const path = fileOf(deps);
  if (path === null || !existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => readLine(line) ?? []);
}

function readLine(line: string): ErasureNote | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/**
 * Appends a record durably, or leaves the file unchanged.
 *
 * @returns A function that removes the record.
 */
function append(deps: Pick<RecordsDeps, "db" | "now">, note: object): () => void {
  const path = fileOf(deps);
  if (path === null) return () => {};
  try {
    const file = openSync(path, "a", 0o600);
    const { size } = fstatSync(file);
    const remove = (): void => truncateSync(path, size);
    try {
      appendFileSync(file, `\n${JSON.stringify({ at: deps.now(), ...note })}`);
      fsyncSync(file);
    } catch (error) {
      remove();
      throw error;
    } finally {
      closeSync(file);
    }
    return remove;
  } catch (error) {
    throw asDiskFull(error);
  }
}

/** Returns the path of the file; null for a database in memory. */
function fileOf({ db }: ReadDeps): string | null {
  return db.raw.name === ":memory:" ? null : join(dirname(resolve(db.raw.name)), ERASURES_FILE);
}
