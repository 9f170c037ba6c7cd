/**
 * Source of this station's encryption key: the operating system's key store if there is one, else
 * the key file. The key store seals the key, and the sealed key is kept in a file next to the data.
 * The core encrypts with the same key in both cases, so a folder can switch between key store and
 * key file without encrypting its secrets again.
 *
 * A key is never created while secrets of another key exist, and never deleted before its copy has
 * been read back.
 */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  findKeyFile,
  fingerprintOf,
  KEY_FILE,
  keyOf,
  newKey,
  SEALED_KEY_FILE,
  textOf,
} from "../../core/base/key-file.ts";
import { writeWhole } from "../../core/base/write-whole.ts";
import type { Log } from "../../core/base/log.ts";

/** Operations of the operating system's key store. */
export type KeyStore = {
  isUsable(): boolean;
  /** Seals a text. @throws Error when the key store is locked or missing. */
  seal(text: string): Buffer;
  /**
   * Opens a sealed text.
   *
   * @throws Error also for data that another user or another key store has sealed.
   */
  open(sealed: Buffer): string;
};

/**
 * - `os`: the key from the key store.
 * - `file`: the core reads or creates its key file.
 * - `lost`: there are secrets but not their key; `message` tells the person what to do.
 */
export type DeskKey =
  | { readonly kind: "os"; readonly key: Uint8Array }
  | { readonly kind: "file" }
  | { readonly kind: "lost"; readonly message: string };

type Deps = { readonly folder: string; readonly store: KeyStore; readonly log: Log };

/**
 * Obtains the desk's key: from the key store if there is one, else by the key file. Returns `lost`
 * when there is a sealed key but neither has the key of the folder's secrets.
 *
 * @param expected Fingerprint of the key that encrypted the folder's secrets; undefined while the
 *   folder has no secrets.
 */
export function obtainDeskKey(deps: Deps, expected: string | undefined): DeskKey {
  const { folder, store, log } = deps;
  const fits = (key: Uint8Array | undefined): key is Uint8Array =>
    key !== undefined && (expected === undefined || fingerprintOf(key) === expected);
  const plain = join(folder, KEY_FILE);
  const isSealedThere = existsSync(join(folder, SEALED_KEY_FILE));

  if (!store.isUsable()) {
    if (!isSealedThere || expected === undefined || fits(findKeyFile(plain)))
      return { kind: "file" };
    return {
      kind: "lost",
      message:
        "The key of the stored secrets is in the system's key store, and this session has no key store. Sign in to the desktop session that Packbench was set up in, unlock its key store, and start Packbench again. Or type the recovery key under Settings, Data and backup.",
    };
  }
  const sealed = isSealedThere ? openSealedKey(deps) : undefined;
  // A damaged key file counts as missing here; the core reports the damage when it needs the key.
  const bare = findKeyFile(plain);
  if (fits(sealed)) {
    // A crash came after the sealed key was written and before the key file was deleted, or a
    // person restored the key file.
    if (bare !== undefined && textOf(bare) === textOf(sealed)) rmSync(plain, { force: true });
    return { kind: "os", key: sealed };
  }
  if (fits(bare)) return moveIntoStore(deps, bare);
  if (existsSync(plain) && (expected === undefined || !isSealedThere)) return { kind: "file" };
  if (expected === undefined) return makeInStore(deps);
  if (!isSealedThere) return { kind: "file" };
  log.error(
    { isOpen: sealed !== undefined },
    "the key store does not have the key of the stored secrets",
  );
  return {
    kind: "lost",
    message:
      "The system's key store does not open the key of the stored secrets: it is locked, was created again, or belongs to another user. Unlock or restore the key store that Packbench was set up with, and start Packbench again. Or type the recovery key under Settings, Data and backup.",
  };
}

/**
 * Moves the key file into the key store. Deletes the file only after the sealed copy on disk could
 * be opened. After a fault the key file stays in use.
 */
function moveIntoStore(deps: Deps, key: Uint8Array): DeskKey {
  try {
    writeSealed(deps, key);
  } catch (err) {
    deps.log.warn(
      { err },
      "the key could not be moved into the system's key store; the key file stays in use",
    );
    return { kind: "file" };
  }
  rmSync(join(deps.folder, KEY_FILE), { force: true });
  deps.log.info({}, "the key of the stored secrets was moved into the system's key store");
  return { kind: "os", key };
}

function makeInStore(deps: Deps): DeskKey {
  const key = newKey();
  try {
    writeSealed(deps, key);
    return { kind: "os", key };
  } catch (err) {
    deps.log.warn(
      { err },
      "the key could not be stored in the system's key store; a key file is used instead",
    );
    return { kind: "file" };
  }
}

/**
 * Writes the sealed key. Renames a sealed key of another store instead of overwriting it, because
 * that store may come back.
 */
function writeSealed({ folder, store }: Deps, key: Uint8Array): void {
  const path = join(folder, SEALED_KEY_FILE);
  const draft = `${path}.draft`;
  writeWhole(draft, store.seal(textOf(key)));
  if (store.open(readFileSync(draft)) !== textOf(key))
    throw new Error("the key store returned a different text");
  if (existsSync(path)) renameSync(path, `${path}.before-${Date.now()}`);
  writeWhole(path, readFileSync(draft));
  rmSync(draft, { force: true });
}

function openSealedKey({ folder, store, log }: Deps): Buffer | undefined {
  try {
    return keyOf(store.open(readFileSync(join(folder, SEALED_KEY_FILE))));
  } catch (err) {
    log.warn({ err }, "the sealed key could not be opened");
    return undefined;
  }
}
