/**
 * Detects a database that was replaced by an older copy while the journal of the newer one stayed
 * next to it. SQLite does not detect this: it combines newer pages from the journal with older
 * pages from the copy, which damages the database.
 *
 * The sign is a page that is in neither file: the journal states how many pages the database has,
 * and each must be in the journal or in the file. A copy that is smaller by less than a page is not
 * detected.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { DataFolderError } from "../base/disk.ts";

/** First bytes of a journal; the last bit selects the byte order of the checksums' words. */
const MAGIC = 0x377f0682;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The page at this byte is never written, because SQLite uses it for locks. */
const LOCK_BYTE = 0x40000000;

/**
 * Checks the journal of a database. Must be called before the database is opened.
 *
 * @throws DataFolderError when the database is older than its journal.
 */
export function checkJournal(path: string): void {
  const journal = `${path}-wal`;
  if (!existsSync(journal)) return;
  const found = readJournal(journal);
  if (found === undefined || !lacksPages(path, found)) return;
  throw new DataFolderError(
    `The database ${path} is older than its journal ${journal}: a copy was restored without removing the journal. To continue from the copy, delete ${journal} and ${path}-shm; to continue from the newest state, put the newer database back. Nothing was changed.`,
  );
}

/**
 * `pages`: number of pages after the last whole transaction; `written`: pages that are in the
 * journal.
 */
type Journal = {
  readonly pageBytes: number;
  readonly pages: number;
  readonly written: ReadonlySet<number>;
};

/**
 * Reads a database's write-ahead log up to its last whole transaction.
 *
 * @returns Undefined when the journal has no whole transaction.
 */
function readJournal(path: string): Journal | undefined {
  const file = openSync(path, "r");
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined;
    const isBig = header.readUInt32BE(0) === MAGIC + 1;
    let sum = sumOf(header.subarray(0, 24), [0, 0], isBig);
    const isHeader =
      (isBig || header.readUInt32BE(0) === MAGIC) &&
      header.readUInt32BE(24) === sum[0] &&
      header.readUInt32BE(28) === sum[1];
    if (!isHeader) return undefined; // SQLite ignores such a journal.
    const pageBytes = header.readUInt32BE(8);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes);
    const salt = header.subarray(16, 24);
    let pages = 0;
    const written = new Set<number>();
    const open: number[] = [];
    for (
      let at = HEADER_BYTES;
      readSync(file, frame, 0, frame.length, at) === frame.length;
      at += frame.length
    ) {
      sum = sumOf(
        frame.subarray(FRAME_HEADER_BYTES),
        sumOf(frame.subarray(0, 8), sum, isBig),
        isBig,
      );
      const isWhole =
        frame.subarray(8, 16).equals(salt) &&
        frame.readUInt32BE(16) === sum[0] &&
        frame.readUInt32BE(20) === sum[1];
      if (!isWhole) break; // A frame of an earlier round, or a torn one; SQLite stops here too.
      open.push(frame.readUInt32BE(0));
      const pagesNow = frame.readUInt32BE(4);
      if (pagesNow === 0) continue;
      pages = pagesNow;
      for (const page of open.splice(0)) written.add(page);
    }
    return pages === 0 ? undefined : { pageBytes, pages, written };
  } finally {
    closeSync(file);
  }
}

type Sum = readonly [number, number];

/**
 * Computes the journal's checksum.
 *
 * @param isBig Whether its words are big-endian.
 */
function sumOf(bytes: Buffer, [first, second]: Sum, isBig: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + view.getUint32(at, !isBig) + b) >>> 0;
    b = (b + view.getUint32(at + 4, !isBig) + a) >>> 0;
  }
  return [a, b];
}

function lacksPages(path: string, { pageBytes, pages, written }: Journal): boolean {
  const file = openSync(path, "r");
  try {
    const inFile = Math.floor(fstatSync(file).size / pageBytes);
    for (let page = inFile + 1; page <= pages; page += 1) {
      if (!written.has(page) && page !== LOCK_BYTE / pageBytes + 1) return true;
    }
    return false;
  } finally {
    closeSync(file);
  }
}
