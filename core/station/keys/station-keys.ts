/**
 * Recovers the key of the stored secrets after it was lost, because the key store was reset, the
 * Windows user changed, or the data folder came from another computer without the key. A recovery
 * key on paper restores the key. Without a recovery key a person deletes the secrets.
 */
import { lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import {
  dropAccountSecrets,
  listSealedAccounts,
} from "../../shipping/accounts/accounts.service.ts";
import { asDiskFull, DataFolderError, inDataFolder } from "../../base/disk.ts";
import { isAppError, errors } from "../../base/errors.ts";
import {
  findKeyFile,
  fingerprintOf,
  KEY_FILE,
  keyOf,
  LARGEST_KEY_FILE,
  SEALED_KEY_FILE,
  textOf,
} from "../../base/key-file.ts";
import { readSmallFile } from "../../base/read-small-file.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import {
  dropWebhookSecrets,
  listSealedWebhooks,
} from "../../fulfilment/webhooks/webhooks.service.ts";
import { dropOrganizationKeys } from "../../db/sealing/organization-key.ts";
import { CERTIFICATES_FILE } from "../certificates.ts";
import { dropKeyMark } from "../key-mark.ts";
import { dropPins, isShutForOwners, listSealedPins } from "../sign-in/lost-pins.ts";
import type { KeyMark } from "../secrets.ts";
import type { StoredSecrets } from "./keys.schema.ts";
import { keyOfRecoveryText, recoveryTextOf } from "../../base/recovery-text.ts";

export type StationKeys = {
  read(): StoredSecrets;
  /**
   * Shows the recovery key.
   *
   * @throws AppError E1055 unless at the desk; E2050 when the key is lost.
   */
  show(actor: Actor): { recoveryKey: string };
  /**
   * Stores the key again from its recovery text.
   *
   * @throws AppError E1055 unless at the desk; E2036; E2105 for a text that is not the key; E2106
   *   when the key is not lost.
   */
  recover(actor: Actor, text: string): StoredSecrets;
  /**
   * Deletes the secrets whose key is lost.
   *
   * @throws AppError E1055, E2036, E2106
   */
  forget(actor: Actor): StoredSecrets;
  /**
   * Stores a lost key again from its recovery text, whose key the caller has compared. Does nothing
   * when the key is not lost.
   *
   * @throws AppError E2036
   */
  putBack(text: string): void;
  /**
   * Deletes the secrets at a start by a person who has the computer. Does nothing when the key is
   * not lost.
   *
   * @throws AppError E2036
   */
  deleteLost(): void;
  /**
   * Finds the recovery key of a desk that no owner can open in another way.
   *
   * @returns Undefined while an owner can sign in.
   * @throws AppError E2036, E2050
   */
  findNeeded(organizationID: string): string | undefined;
};

type StationKeysParts = {
  readonly deps: StationDeps;
  readonly folder: string;
  readonly mark: KeyMark;
};

/**
 * Creates the management of the station's key.
 *
 * @param parts.folder Data folder, which holds the key's files.
 */
export function createStationKeys(parts: StationKeysParts): StationKeys {
  const { deps } = parts;
  return {
    read: () => readSecrets(parts),
    show(actor) {
      requireDesk(actor);
      return { recoveryKey: recoveryTextOf(deps.secrets.key()) };
    },
    recover(actor, text) {
      requireDesk(actor);
      requireLost(parts);
      recover(parts, text);
      return readSecrets(parts);
    },
    forget(actor) {
      requireDesk(actor);
      requireLost(parts);
      deleteSecrets(parts);
      // Made now, so that the owner can note its recovery key before the desk is locked.
      if (isShutForOwners(deps, actor.organizationID)) deps.secrets.key();
      return readSecrets(parts);
    },
    putBack(text) {
      if (readSecrets(parts).state === "lost") recover(parts, text);
    },
    deleteLost() {
      if (readSecrets(parts).state === "lost") deleteSecrets(parts);
    },
    findNeeded: (organizationID) =>
      isShutForOwners(deps, organizationID) ? recoveryTextOf(deps.secrets.key()) : undefined,
  };
}

function recover({ deps, folder, mark }: StationKeysParts, text: string): void {
  putKeyBack(folder, text, mark.read());
  deps.log.info({}, "the key of the stored secrets was put back");
}

function readSecrets({ deps, folder, mark }: StationKeysParts): StoredSecrets {
  const advice = mark.read() === undefined ? undefined : lostAdvice(deps);
  const certificate = pathExists(join(folder, CERTIFICATES_FILE))
    ? [{ kind: "certificate" as const, name: "", organization: "" }]
    : [];
  const sealed = [
    ...listSealedAccounts(deps).map(({ name, organization }) => ({
      kind: "account" as const,
      name,
      organization,
    })),
    ...listSealedWebhooks(deps).map(({ url, organization }) => ({
      kind: "webhook" as const,
      name: url,
      organization,
    })),
    ...listSealedPins(deps).map(({ name, organization }) => ({
      kind: "pin" as const,
      name,
      organization,
    })),
    ...certificate,
  ];
  return {
    kind: deps.secrets.kind,
    state: mark.read() === undefined ? "none" : advice === undefined ? "ok" : "lost",
    advice: advice ?? "",
    sealed,
  };
}

/** Advises what to do about a lost key; undefined when the key is available. */
function lostAdvice({ secrets }: Pick<StationDeps, "secrets">): string | undefined {
  try {
    secrets.key();
    return undefined;
  } catch (error) {
    if (isAppError(error, "secretUnreadable")) return error.message;
    throw error;
  }
}

function requireLost(parts: StationKeysParts): void {
  if (readSecrets(parts).state !== "lost") throw errors.secretsKeyNotLost();
}

function deleteSecrets({ deps, folder }: StationKeysParts): void {
  // The files are moved before the rows are deleted: after a crash in between, the key is still
  // lost and the deletion can be repeated. In the other order a damaged key file could stay without
  // the fingerprint that reveals it.
  try {
    for (const name of [KEY_FILE, SEALED_KEY_FILE, CERTIFICATES_FILE]) putAside(join(folder, name));
  } catch (error) {
    throw asDiskFull(error);
  }
  deps.faultPoint("secrets.putAside");
  inTransaction(deps, () => {
    dropAccountSecrets(deps);
    dropWebhookSecrets(deps);
    dropPins(deps);
    dropOrganizationKeys(deps);
    dropKeyMark(deps.db);
  });
  deps.log.warn({}, "the stored secrets were deleted: their key is lost");
}

function requireDesk(actor: Actor): void {
  if (actor.via !== "desk")
    throw errors.notAuthorised(
      "The key of the stored secrets is shown and put back only at the desk.",
    );
}

/**
 * Puts the key from a file back before the station opens its secrets, for a start without a screen.
 * Does nothing when the station already has this key.
 *
 * @param file Absolute path of a file with a recovery key or the text of a key file.
 * @throws DataFolderError when the file cannot be read, is not a key, or has a different key.
 */
export function takeRecoveryFile(folder: string, file: string, mark: KeyMark): void {
  let text: string;
  try {
    text = readSmallFile(file, LARGEST_KEY_FILE);
  } catch (error) {
    throw new DataFolderError(
      `The recovery key ${file} cannot be read (${error instanceof Error && "code" in error ? String(error.code) : String(error)}).`,
    );
  }
  try {
    inDataFolder(folder, () => putKeyBack(folder, text, mark.read()));
  } catch (error) {
    throw isAppError(error, "recoveryKeyOfOtherStation")
      ? new DataFolderError(`${file}: ${error.message}`)
      : error;
  }
}

/**
 * Writes the key into its file. The core reads the key from the file now, and the key store takes
 * the key at the next start. Renames an existing file with a different key.
 */
function putKeyBack(folder: string, text: string, expected: string | undefined): void {
  const key = keyOfRecoveryText(text) ?? keyOf(text);
  if (key === undefined)
    throw errors.recoveryKeyOfOtherStation(
      "This is not a recovery key. A recovery key has eleven groups of five characters; here a character is wrong or missing. Compare it with the paper.",
    );
  if (expected !== undefined && fingerprintOf(key) !== expected)
    throw errors.recoveryKeyOfOtherStation();
  const path = join(folder, KEY_FILE);
  const there = findKeyFile(path);
  if (there !== undefined && textOf(there) === textOf(key)) return;
  try {
    putAside(path);
    writeWhole(path, `${textOf(key)}\n`);
  } catch (error) {
    throw asDiskFull(error);
  }
}

/** Returns whether the path exists, even as a broken link. */
function pathExists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function putAside(path: string): void {
  if (pathExists(path)) renameSync(path, `${path}.before-${Date.now()}`);
}
