/**
 * PINs of the members who lead. A PIN has six digits, so its hash alone would give it away: the
 * hash is also sealed with the organization's key, which a copy of the database does not have.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { derivedId } from "../../base/derived-id.ts";
import { errors, isAppError } from "../../base/errors.ts";
import { parseJson } from "../../base/json.ts";
import { inTransaction } from "../../db/change.ts";
import {
  openForOrganization,
  sealForOrganization,
  type SealedIn,
} from "../../db/sealing/organization-key.ts";
import type { StationDeps } from "../deps.ts";
import { isGuessedPin } from "./sign-in.schema.ts";
import * as store from "./sign-in.store.ts";
import { countTry, passTries, triesLeft } from "./tries.ts";

type PinDeps = Pick<StationDeps, "db" | "now" | "newId" | "log" | "secrets">;
type Holder = { readonly organizationID: string; readonly memberID: string };

const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
const hashSchema = z.object({ salt: z.base64(), hash: z.base64() });

/** Returns whether a member has a PIN. */
export function hasPin({ db }: Pick<StationDeps, "db">, memberID: string): boolean {
  return store.findPin(db, pinIDOf(memberID)) !== undefined;
}

/**
 * Sets or replaces the PIN of a member.
 *
 * @throws AppError E1085 unless the PIN has six digits and is not easily guessed; E2155 while the
 *   organization's key has not arrived at this station; E2050 when the station's key is lost.
 */
export async function setPin(deps: PinDeps, holder: Holder, pin: string): Promise<void> {
  if (!/^\d{6}$/.test(pin)) throw errors.badRequest("pin: must have six digits.");
  if (isGuessedPin(pin)) throw errors.badRequest("pin: is easily guessed. Choose other digits.");
  const salt = randomBytes(16);
  const hash = await hashOf(pin, salt);
  const text = JSON.stringify({ salt: salt.toString("base64"), hash: hash.toString("base64") });
  inTransaction(deps, () => {
    const { organizationID, memberID } = holder;
    store.savePin(deps.db, {
      id: pinIDOf(memberID),
      organizationID,
      memberID,
      sealedHash: sealForOrganization(deps, sealedIn(holder), text),
      at: deps.now(),
    });
    store.dropTries(deps.db, memberID);
  });
}

/**
 * Requires the PIN of a member.
 *
 * @throws AppError E2243 for a member without a PIN; E2244 for a wrong PIN; E2245 after five wrong
 *   ones; E2155 and E2050 when the PIN cannot be opened at this station; E2036.
 */
export async function checkPin(deps: PinDeps, holder: Holder, pin: string): Promise<void> {
  const { memberID } = holder;
  const sealed = store.findPin(deps.db, pinIDOf(memberID));
  if (sealed === undefined)
    throw errors.badgeNotAccepted(
      "This badge belongs to a lead who has no PIN. An owner sets one under Settings, Members. If no owner has a PIN, the recovery key opens the desk.",
      { reason: "noPin" },
    );
  const kept = parseJson(openHash(deps, holder, sealed), hashSchema, "the hash of a PIN");
  countTry(deps, memberID);
  const hash = await hashOf(pin, Buffer.from(kept.salt, "base64"));
  const expected = Buffer.from(kept.hash, "base64");
  if (hash.length !== expected.length || !timingSafeEqual(hash, expected)) {
    const left = triesLeft(deps, memberID);
    throw errors.pinWrong(
      left === 0
        ? "This PIN is wrong. The next try must wait."
        : `This PIN is wrong. Tries before a wait: ${left}.`,
      { reason: left === 0 ? "last" : "left", left },
    );
  }
  passTries(deps, memberID);
}

/** Returns whether a member has a PIN that this station can check. */
export function canCheckPin(deps: PinDeps, holder: Holder): boolean {
  const sealed = store.findPin(deps.db, pinIDOf(holder.memberID));
  if (sealed === undefined) return false;
  try {
    openHash(deps, holder, sealed);
    return true;
  } catch (error) {
    if (isAppError(error, "secretUnreadable") || isAppError(error, "organizationKeyMissing"))
      return false;
    throw error;
  }
}

/** @throws AppError E2050 or E2155, with advice for the person in front of a locked desk. */
function openHash(deps: PinDeps, holder: Holder, sealed: string): string {
  try {
    return openForOrganization(deps, sealedIn(holder), sealed);
  } catch (error) {
    if (isAppError(error, "secretUnreadable"))
      throw errors.secretUnreadable(
        "The key of this station's stored secrets is missing or differs, so no PIN can be checked. Type the recovery key at the locked desk: it opens the desk and puts the key back. Without the recovery key, start with --give-up-secrets, which shows a new one.",
        { reason: "pin" },
      );
    if (isAppError(error, "organizationKeyMissing"))
      throw errors.organizationKeyMissing(
        "The key of the organization's secrets has not arrived at this station, so no PIN can be checked. Start a station that has been in the organization for longer, or type this station's recovery key at the locked desk.",
        { reason: "pin" },
      );
    throw error;
  }
}

function pinIDOf(memberID: string): string {
  return derivedId("pin", memberID);
}

function sealedIn({ organizationID, memberID }: Holder): SealedIn {
  return { organizationID, table: "member_pins", column: "sealed_hash", id: pinIDOf(memberID) };
}

/** Hashes on a thread of the pool, so that the core's thread does not wait. */
function hashOf(pin: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(pin, salt, HASH_BYTES, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}
