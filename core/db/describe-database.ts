/** Describes the contents of a database for a person who decides whether to restore it. */
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { isUuid } from "../base/ids.ts";
import { isStamp } from "./hlc.ts";
import { FORMAT } from "./format.ts";
import { isTrialFile, readerOf, schemaVersion } from "./migrate.ts";

export const describedSchema = z.object({
  /** Format of the database; "" if a trial version wrote it. */
  format: z.string().max(10).default(""),
  schema: z.number().int(),
  /** The oldest schema whose app may open it. */
  minReader: z.number().int(),
  stationID: z.string(),
  incarnation: z.number().int(),
  /** Id of the key that sealed its secrets; "" without secrets. */
  secretsKey: z.string(),
  organizations: z.array(z.string().max(1_000)).max(20),
  shipments: z.number().int(),
  purchases: z.number().int(),
  newestPurchaseAt: z.string().nullable(),
  /** Ids start with their time, so later records have larger ids. */
  newestPurchaseID: z.string(),
  newestPrintID: z.string(),
});
export type Described = z.infer<typeof describedSchema>;

/**
 * A station's name in a stamp ends with its incarnation; other stations accept at most nine digits.
 */
const INCARNATION = /^\d{0,9}$/;

/**
 * Reads a few values of a database, but no whole tables. `isOfStation`: whether a station can
 * continue with the file's id, incarnation and clock.
 *
 * @param path Path of a Packbench database, which may be open elsewhere.
 * @throws SQLite's error.
 */
export function describeStation(path: string): {
  readonly stationID: string;
  readonly secretsKey: string;
  readonly schema: number;
  readonly isOfStation: boolean;
} {
  const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  try {
    const meta = (key: string): string =>
      z
        .string()
        .nullish()
        .parse(raw.prepare("SELECT value FROM station_meta WHERE key = ?").pluck().get(key)) ?? "";
    const [stationID, clock] = [meta("station_id"), meta("clock")];
    const isOfStation =
      isUuid(stationID) &&
      INCARNATION.test(meta("incarnation")) &&
      (clock === "" || isStamp(clock));
    return { stationID, secretsKey: meta("secrets_key"), schema: schemaVersion(raw), isOfStation };
  } finally {
    raw.close();
  }
}

/**
 * Describes a database. Reads whole tables, so it must run in a thread.
 *
 * @param path Path of a Packbench database.
 * @throws SQLite's error.
 */
export function describeDatabase(path: string): Described {
  const raw = new BetterSqlite3(path, { readonly: true, fileMustExist: true });
  try {
    const one = <T>(sql: string, type: z.ZodType<T>, ...values: unknown[]): T =>
      type.parse(
        raw
          .prepare(sql)
          .pluck()
          .get(...values) ?? null,
      );
    const meta = (key: string): string =>
      one("SELECT value FROM station_meta WHERE key = ?", z.string().nullable(), key) ?? "";
    return {
      format: FORMAT,
      schema: schemaVersion(raw),
      minReader: readerOf(raw),
      stationID: meta("station_id"),
      incarnation: Number(meta("incarnation") || 1),
      secretsKey: meta("secrets_key"),
      organizations: z
        .array(z.string())
        .parse(
          raw
            .prepare(
              "SELECT name FROM organizations WHERE is_active = 1 ORDER BY created_at, id LIMIT 20",
            )
            .pluck()
            .all(),
        ),
      shipments: one("SELECT count(*) FROM shipments", z.number()),
      purchases: one("SELECT count(*) FROM transactions WHERE status = 'DONE'", z.number()),
      newestPurchaseID: one("SELECT max(id) FROM transactions", z.string().nullable()) ?? "",
      newestPrintID: one("SELECT max(id) FROM print_jobs", z.string().nullable()) ?? "",
      newestPurchaseAt: one(
        "SELECT created_at FROM transactions ORDER BY id DESC LIMIT 1",
        z.string().nullable(),
      ),
    };
  } finally {
    raw.close();
  }
}

/** Returns whether a trial version wrote the database. False for a file that cannot be read. */
export function isTrialDatabase(path: string): boolean {
  const raw = new BetterSqlite3(path, { fileMustExist: true });
  try {
    return isTrialFile(raw);
  } catch {
    return false;
  } finally {
    raw.close();
  }
}
