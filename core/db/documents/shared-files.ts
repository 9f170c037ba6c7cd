/**
 * Shares label files of carriers among the stations of an organization. The station that receives a
 * file puts it into the hub's store by its hash; another station fetches it from there when
 * printing, and then keeps it like a file from a carrier.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../change.ts";
import type { SharedFiles, SharedFilesPort } from "../../ports/shared-files.ts";
import type { DbDeps, ReadDeps, WriteDeps } from "../deps.ts";
import { documentSchema } from "./documents.schema.ts";
import { documentOf, findDocument, keepDocument } from "./documents.service.ts";
import * as store from "./label-files.store.ts";

/** Makes a port that finds no file until a session with the hub provides its store. */
export function createSharedFilesPort(): SharedFilesPort {
  let current: SharedFiles | undefined;
  return {
    get: (hash) => current?.get(hash) ?? Promise.resolve(undefined),
    use(files) {
      current = files;
      return () => {
        if (current === files) current = undefined;
      };
    },
  };
}

/**
 * Fetches a carrier's file from the hub's store if this station does not have it. Does nothing for
 * a hash that is not known as a label file's.
 *
 * @throws AppError E2158 when another desk has the file and it cannot be fetched now; E2036 on a
 *   full disk.
 */
export async function obtainDocument(
  deps: WriteDeps & Pick<DbDeps, "files">,
  hash: string,
): Promise<void> {
  const known =
    findDocument(deps, hash) === undefined ? store.findLabelFile(deps.db, hash) : undefined;
  if (known === undefined) return;
  const bytes = await deps.files.get(hash);
  const { kind, language, dpi, widthMm, heightMm } = known;
  const file =
    bytes === undefined
      ? undefined
      : documentOf(
          bytes,
          documentSchema
            .omit({ hash: true })
            .parse({ kind, language, dpi, media: { widthMm, heightMm }, source: "downloaded" }),
        );
  if (file?.hash !== hash)
    throw errors.labelFileElsewhere(
      `The carrier's label file is at the desk "${known.desk}", and the hub that passes it on is not reached or does not have it yet. Nothing was printed. Print it at that desk, or try again when the hub is reached.`,
    );
  inTransaction(deps, () => {
    // A file that was erased during the fetch is not kept.
    if (store.findLabelFile(deps.db, hash) === undefined) return;
    keepDocument(deps, file, { shipmentID: known.shipmentID });
    store.markShared(deps.db, hash, deps.now());
  });
}

/** Documents examined in one turn of the core. */
const LOOKED_AT_ONCE = 200;

export type SharePosition = store.SharePosition;
/** Position before all documents. */
export const FIRST_TO_SHARE: SharePosition = { usedAt: "", rowid: 0 };

/**
 * Lists downloaded documents that the hub's store does not have, after a position; empty when no
 * such document follows. `isOwn`: the document belongs to the organization and is uploaded to its
 * store.
 */
export function listUnshared(
  deps: ReadDeps,
  organizationID: string,
  after: SharePosition,
): ReturnType<typeof store.listUnshared> {
  return store.listUnshared(deps.db, organizationID, after, LOOKED_AT_ONCE);
}

/**
 * Finds the bytes of a shared label file.
 *
 * @returns Undefined when the document was erased.
 */
export function findSharedBytes(deps: ReadDeps, hash: string): Uint8Array | undefined {
  return store.findBytes(deps.db, hash);
}

/** Records that the hub's store has the document. */
export function noteShared(deps: WriteDeps, hash: string): void {
  inTransaction(deps, () => store.markShared(deps.db, hash, deps.now()));
}
