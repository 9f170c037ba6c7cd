/**
 * Detects that the database is an older copy, and prevents such a copy from issuing the same
 * numbers again. Two files next to the database hold what is needed: `numbers.json` and
 * `outbox.last`.
 *
 * A number is issued only below a ceiling that `numbers.json` already has on disk; a new ceiling is
 * written before each block of 1,000. `outbox.last` is written after every transaction that writes
 * to the outbox; its second line has the incarnation. The database is an older copy when it is
 * behind `outbox.last`, or when the files next to it come from another start. A database that was
 * in use and has neither file counts as an older copy too: it was put into a new folder, and the
 * numbers issued since it was copied are unknown. A copy of the whole folder has both files, so
 * only a hub can detect such a copy.
 */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DataFolderError } from "../base/disk.ts";
import { writeWhole } from "../base/write-whole.ts";
import { addUnusedRanges } from "./add-unused-ranges.ts";
import type { Ceilings, Db } from "./database.ts";
import { dropBlocks } from "./number-blocks.ts";
import { findMeta, writeMeta } from "./station-meta.ts";

export const NUMBERS_FILE = "numbers.json";
export const OUTBOX_FILE = "outbox.last";
const BLOCK = 1_000;
/**
 * Numbers that are skipped in each range when it is unknown how many were issued since the copy was
 * made. A desk uses fewer numbers in a week.
 */
const SKIPPED_IF_UNKNOWN = 10_000;
const SEQ_DIGITS = 16;

const fileSchema = z.object({
  version: z.literal(1),
  incarnation: z.number().int().min(1),
  start: z.string(),
  previous: z.string(),
  ranges: z.record(z.string(), z.number().int()),
});
type NumbersFile = z.output<typeof fileSchema>;

/**
 * Opens the ceilings that are stored outside the database.
 *
 * @param folder The data folder, or null for a database in memory.
 * @throws DataFolderError when `numbers.json` is damaged or cannot be read.
 */
export function openCeilings(folder: string | null, db: Pick<Db, "sql">): Ceilings {
  if (folder === null) return noCeilings();
  const path = join(folder, NUMBERS_FILE);
  const { known, noted, newest, isAlone, isRestored } = compareWithFiles(folder, db);
  const file: NumbersFile = known ?? {
    version: 1,
    incarnation: Math.max(Number(findMeta(db, "incarnation") ?? 1), noted.incarnation),
    start: "",
    previous: "",
    ranges: {},
  };
  // Opening `outbox.last` keeps its content, which `markStart` then overwrites.
  const last = openSync(join(folder, OUTBOX_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
  const line = Buffer.alloc(SEQ_DIGITS + 1, "\n");

  const self: Ceilings = {
    get incarnation() {
      return file.incarnation;
    },
    isRestored: () => isRestored,
    burn(incarnation) {
      file.incarnation = incarnation;
      if (known === undefined)
        passOver(db, isAlone ? SKIPPED_IF_UNKNOWN : noted.seq - newest + BLOCK);
      for (const [name, ceiling] of Object.entries(file.ranges)) {
        db.sql(
          `INSERT INTO number_ranges (name, next) VALUES (:name, :ceiling)
           ON CONFLICT DO UPDATE SET next = max(next, excluded.next)`,
        ).run({ name, ceiling });
      }
      dropBlocks(db);
      passOutbox(db, Math.max(newestSeq(db), noted.seq) + 1, incarnation);
    },
    markStart() {
      markStart(path, file, db);
      ftruncateSync(last, line.length);
      self.note(newest);
      writeSync(last, `${file.incarnation}\n`, line.length);
    },
    ceilingFor(range, next) {
      const ceiling = file.ranges[range] ?? 0;
      if (next < ceiling) return ceiling;
      const raised = next + BLOCK;
      writeNumbers(path, { ...file, ranges: { ...file.ranges, [range]: raised } });
      file.ranges[range] = raised;
      return raised;
    },
    note(seq) {
      line.write(String(seq).padStart(SEQ_DIGITS, "0"));
      try {
        writeSync(last, line, 0, line.length, 0);
      } catch {
        // The transaction is committed without this note. The next note has a larger number and
        // replaces it.
      }
    },
    close: () => closeSync(last),
  };
  return self;
}

type FoundBeside = {
  readonly known: NumbersFile | undefined;
  readonly noted: ReturnType<typeof readNoted>;
  /** Sequence number of the database's newest outbox row. */
  readonly newest: number;
  /** Whether the database was in use but has neither file next to it. */
  readonly isAlone: boolean;
  readonly isRestored: boolean;
};

/** Decides from the files next to the database whether it is an older copy. */
function compareWithFiles(folder: string, db: Pick<Db, "sql">): FoundBeside {
  const known = readNumbers(join(folder, NUMBERS_FILE));
  const isAlone =
    known === undefined &&
    !existsSync(join(folder, OUTBOX_FILE)) &&
    findMeta(db, "start") !== undefined;
  const noted = readNoted(join(folder, OUTBOX_FILE));
  const newest = newestSeq(db);
  // An empty outbox without `numbers.json` is a new database; an `outbox.last` left by an earlier
  // database is ignored.
  const isBehind = newest < noted.seq && (known !== undefined || newest > 0);
  const isRestored =
    isAlone ||
    isBehind ||
    (known !== undefined && ![known.start, known.previous].includes(findMeta(db, "start") ?? ""));
  return { known, noted, newest, isAlone, isRestored };
}

function newestSeq(db: Pick<Db, "sql">): number {
  return Number(
    db.sql<{ seq: number | null }>(`SELECT max(seq) AS seq FROM outbox`).get()?.seq ?? 0,
  );
}

/**
 * Makes facts continue above the sequence numbers that may have been issued, so that a reader of
 * events that has seen some of these numbers treats new facts as new.
 */
function passOutbox(db: Pick<Db, "sql">, seq: number, incarnation: number): void {
  db.sql(
    `INSERT INTO outbox (seq, id, hlc, topic, subject_id, payload, created_at)
     VALUES (:seq, :id, coalesce((SELECT hlc FROM outbox ORDER BY seq DESC LIMIT 1), ''), 'station.restored', '', :payload, :now)`,
  ).run({
    seq,
    id: randomUUID(),
    payload: JSON.stringify({ incarnation }),
    now: new Date().toISOString(),
  });
}

/**
 * Skips numbers of every range when `numbers.json` is missing. A new shipment or a purchase takes
 * at most one number of a range, and writes at least one outbox row. So at most as many numbers
 * were issued as outbox rows are missing, plus the numbers of one transaction that may not have
 * been recorded. A range without a row may have been used first after the copy was made.
 */
function passOver(db: Pick<Db, "sql">, many: number): void {
  addUnusedRanges(db);
  db.sql(`UPDATE number_ranges SET next = next + :many`).run({ many });
}

/**
 * Makes the next start treat the folder's database as an older copy, even if it is as new as the
 * files next to it. Keeps the largest ceilings of these files and of the files that came with the
 * copy. If `numbers.json` is missing in the folder, or damaged in the folder or in the copy,
 * removes both files; the next start then skips many numbers.
 *
 * @param copy The folder that the copy came from.
 */
export function forceRestored(folder: string, copy: string): void {
  const path = join(folder, NUMBERS_FILE);
  try {
    const [here, there] = [readNumbers(path), readNumbers(join(copy, NUMBERS_FILE))];
    if (here === undefined) throw new DataFolderError(`${path} is missing`);
    const ranges = { ...there?.ranges };
    for (const [name, ceiling] of Object.entries(here.ranges))
      ranges[name] = Math.max(ceiling, ranges[name] ?? 0);
    writeNumbers(path, {
      ...here,
      incarnation: Math.max(here.incarnation, there?.incarnation ?? 1),
      start: randomUUID(),
      previous: "",
      ranges,
    });
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error;
    for (const name of [NUMBERS_FILE, OUTBOX_FILE]) rmSync(join(folder, name), { force: true });
  }
}

/**
 * Writes the new start to `numbers.json` and to the database in an order in which a crash does not
 * look like a restore: the file names both starts until the database has the new start.
 */
function markStart(path: string, file: NumbersFile, db: Pick<Db, "sql">): void {
  const start = randomUUID();
  writeNumbers(path, { ...file, start, previous: findMeta(db, "start") ?? "" });
  writeMeta(db, "start", start);
  Object.assign(file, { start, previous: "" });
  writeNumbers(path, file);
}

function writeNumbers(path: string, file: NumbersFile): void {
  writeWhole(path, `${JSON.stringify(file, null, 2)}\n`);
}

function readNumbers(path: string): NumbersFile | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new DataFolderError(
      `The file ${path} is damaged: it records which shipment numbers and barcodes were used. Put a good copy of it back. Deleting it is safe only if the database was never replaced by an older copy. Nothing was changed.`,
    );
  }
}

/**
 * Reads `outbox.last`. A number that is missing, or was only partly written before a crash, is 0.
 */
function readNoted(path: string): { readonly seq: number; readonly incarnation: number } {
  const [, seq = 0, incarnation = 0] =
    (existsSync(path) && /^(\d{16})\n(?:(\d+)\n)?/.exec(readFileSync(path, "utf8"))) || [];
  return { seq: Number(seq), incarnation: Number(incarnation) };
}

/** Makes ceilings that store nothing, for a database in memory, which is never restored. */
function noCeilings(): Ceilings {
  return {
    incarnation: 1,
    isRestored: () => false,
    burn: () => {},
    markStart: () => {},
    ceilingFor: () => Number.MAX_SAFE_INTEGER,
    note: () => {},
    close: () => {},
  };
}
