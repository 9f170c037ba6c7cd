/** Uploads and downloads snapshots, compressed, in parts that need little memory. */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, rmSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { Objm, type ObjectStore } from "@nats-io/obj";
import type { SyncDeps } from "../deps.ts";
import { SNAPSHOT_STORE } from "../hub-names.ts";
import { DamagedObjectError, listObjects, readObject } from "../objects/read-objects.ts";
import { ownOrganizations, type SharedOrganization } from "../stream/boundary.ts";
import type { Session } from "../stream/session.ts";
import { STREAM } from "../stream/stream-message.ts";
import type { ThreadCalls } from "../../base/threads/thread-calls.ts";
import { describeSnapshot, newestFirst, type StoredSnapshot } from "./stored-snapshot.ts";
import type { SnapshotSift } from "../../db/snapshot/sift-rows.ts";
import { openSnapshotThread, type SnapshotOperations } from "./snapshot-thread.ts";
import { errorOf, unfit } from "./unfit-snapshot.ts";
import type { SnapshotFacts } from "../../db/snapshot/snapshot-tables.ts";

/** Folder in the data folder for files in progress; deleted if a crash left it behind. */
const FOLDER = "snapshots.tmp";
/**
 * Compression level. A higher level takes twice the time and saves only a tenth of the size.
 */
const LEVEL = 1;
/**
 * Limits of unpacking. A snapshot unpacks to five to fifteen times its size, a small snapshot to
 * more; a malicious file may unpack to a thousand times its size.
 */
const [ALWAYS_BYTES, MOST_TIMES] = [16 * 1024 * 1024, 100];

type Exchange = {
  readonly deps: Pick<SyncDeps, "db" | "now">;
  readonly folder: string;
  readonly session: Pick<Session, "js">;
};

/**
 * Makes a snapshot of the organization and puts it into the hub's store.
 *
 * @throws Error when a thread, the disk or the hub fails; no file remains.
 */
export async function putSnapshot(
  { deps, folder, session }: Exchange,
  organizationID: string,
): Promise<SnapshotFacts> {
  const file = fileIn(folder);
  const thread = openSnapshotThread();
  try {
    const facts = await thread.call("make", {
      database: deps.db.raw.name,
      file,
      organizationID,
      now: deps.now(),
      tables: deps.db.tables,
    });
    const store = await openStore(session);
    const packed = createGzip({ level: LEVEL });
    const { seq, schema, madeAt, stationID } = facts;
    const put = store.put(
      {
        name: `${String(seq).padStart(16, "0")}.${stationID}.${randomUUID().slice(0, 8)}`,
        metadata: { seq: String(seq), schema: String(schema), madeAt, organizationID },
      },
      streamOf(packed),
    );
    await Promise.all([put, pipeline(createReadStream(file), packed)]);
    return facts;
  } finally {
    await removeSnapshot(file);
    await thread.close(new Error("the snapshot is done"));
  }
}

/** Lists the store's snapshots, the newest first; snapshots ahead of the stream are last. */
export async function listSnapshots({ js }: Pick<Session, "js">): Promise<StoredSnapshot[]> {
  const all = (await listObjects(js, SNAPSHOT_STORE)).flatMap(describeSnapshot);
  return newestFirst(all, await lastOfStream(js));
}

/** Finds the newest snapshot in the store that is not ahead of the stream. */
export async function findSnapshot({
  js,
}: Pick<Session, "js">): Promise<StoredSnapshot | undefined> {
  const [newest] = await listSnapshots({ js });
  return newest === undefined || newest.seq > (await lastOfStream(js)) ? undefined : newest;
}

async function lastOfStream(js: Session["js"]): Promise<number> {
  return (await (await js.jetstreamManager(false)).streams.info(STREAM)).state.last_seq;
}

/** Number of removed rows that the log names. */
const MOST_NAMED = 20;

/**
 * Checks a snapshot, and removes rows from its file that the station would quarantine if the stream
 * brought them.
 *
 * @throws AppError E2157 when the snapshot is damaged, of another organization, names rows of this
 *   station's other organizations, or does not fit its tables; E2160 when a newer version made the
 *   snapshot; E2161 when a trial version made it.
 */
export async function checkSnapshot(
  { db, now, log }: Pick<SyncDeps, "db" | "now" | "log">,
  { file, seq }: { readonly file: string; readonly seq: number },
  of: SharedOrganization,
): Promise<void> {
  const thread = openSnapshotThread();
  try {
    const here = { database: db.raw.name, organizations: ownOrganizations(db, of) };
    const limit = db.clock.limit(Date.parse(now()));
    const { organizationID } = of;
    const { tables } = db;
    const fault = await thread.call("check", { file, organizationID, seq, here, limit, tables });
    if (fault !== null) throw errorOf(fault);
    const leftOut = await sift(thread, { file, database: db.raw.name, tables });
    if (leftOut.length === 0) return;
    const some = leftOut.slice(0, MOST_NAMED);
    log.error(
      { rows: leftOut.length, some },
      "rows of a snapshot do not fit their tables and are removed",
    );
  } finally {
    await thread.close(new Error("the snapshot is checked"));
  }
}

async function sift(thread: ThreadCalls<SnapshotOperations>, of: SnapshotSift): Promise<string[]> {
  try {
    return await thread.call("sift", of);
  } catch (error) {
    throw unfit(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Fetches a snapshot from the hub.
 *
 * @returns The path of the uncompressed file, which the caller must delete.
 * @throws AppError E2157 when the snapshot is incomplete, too large or cannot be unpacked; Error
 *   when the hub or the disk fails.
 */
export async function fetchSnapshot(
  { folder, session }: Pick<Exchange, "folder" | "session">,
  { object }: StoredSnapshot,
): Promise<string> {
  const file = fileIn(folder);
  const { bavail, bsize } = statfsSync(dirname(file));
  const limits = createLimits((bavail * bsize) / 2);
  try {
    await pipeline(
      limits.received(readObject(session.js, SNAPSHOT_STORE, object)),
      createGunzip(),
      limits.unpacked(),
      createWriteStream(file, { mode: 0o600 }),
    );
    return file;
  } catch (error) {
    await removeSnapshot(file);
    throw isOfObject(error) ? unfit(error.message) : error;
  }
}

function isOfObject(error: unknown): error is Error {
  if (error instanceof DamagedObjectError) return true;
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

type Limits = {
  received(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  unpacked(): Transform;
};

/**
 * Limits the size of a snapshot while it is received and unpacked.
 *
 * @param room Bytes: half of the free space, because a merge needs as much again.
 */
function createLimits(room: number): Limits {
  let [received, unpacked] = [0, 0];
  return {
    async *received(chunks) {
      for await (const chunk of chunks) {
        received += chunk.length;
        yield chunk;
      }
    },
    unpacked: () =>
      new Transform({
        transform(chunk: Uint8Array, _encoding, done) {
          unpacked += chunk.length;
          if (unpacked > ALWAYS_BYTES + MOST_TIMES * received)
            done(unfit("it unpacks to far more than a snapshot does"));
          else if (unpacked > room) done(unfit("this computer's disk has no room for it"));
          else done(null, chunk);
        },
      }),
  };
}

/**
 * Deletes a snapshot's file, if it is there. The core does not wait for the disk: deleting some
 * gigabytes takes a second or two.
 */
export async function removeSnapshot(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Deletes files that an earlier run left behind. */
export function removeLeftSnapshots(folder: string): void {
  rmSync(join(folder, FOLDER), { recursive: true, force: true });
}

function fileIn(folder: string): string {
  mkdirSync(join(folder, FOLDER), { recursive: true, mode: 0o700 });
  return join(folder, FOLDER, `${randomUUID()}.db`);
}

async function openStore({ js }: Pick<Session, "js">): Promise<ObjectStore> {
  return new Objm(js).open(SNAPSHOT_STORE);
}

/** Converts a stream to the type that the library takes. */
function streamOf(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}
