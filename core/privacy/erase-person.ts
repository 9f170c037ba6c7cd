/** Erasing a person on request: found by telephone, e-mail, name or street, in addresses and in what purchases froze. */
import { findAddress } from "../addresses/addresses.service.ts";
import { AppError, isAppError } from "../base/errors.ts";
import { nationalDigits } from "../base/phone.ts";
import { stepAside } from "../base/step-aside.ts";
import { fold } from "../base/text.ts";
import { inTransaction } from "../db/change.ts";
import type { Actor, Deps } from "../deps.ts";
import { indexAll } from "../shipments/search-index.ts";
import { listShipmentRows } from "../shipments/shipments.service.ts";
import { eraseAddress, eraseShipment, hasEnded } from "./erase-shipment.ts";
import { noteErasures } from "./erasure-notes.ts";
import type { Person, PersonFound } from "./privacy.schema.ts";
import { requireWhole } from "./privacy.service.ts";
import { listAddressesOf, listBoughtFor, listShipmentsAt, type PersonKey } from "./retention.store.ts";
import { scrubCopies } from "./scrub-outbox.ts";

/** Fewer digits are many people's. */
const LEAST_DIGITS = 7;
const LEAST_TEXT = 3;
const TURN_MS = 4;

type Found = { readonly ended: readonly string[]; readonly underWay: readonly string[]; readonly addresses: readonly string[] };

/** Reads beside the core's thread. @throws AppError E1085 when too little is given to know a person by, E2052 when it takes too long. */
export async function findPerson(deps: Deps, actor: Actor, person: Person): Promise<PersonFound> {
  return counted(await find(deps, actor, person));
}

/**
 * Erases what `findPerson` finds and has ended, in short turns. What is under way stays, with its addresses. A second call changes nothing.
 *
 * @param checkAgain Throws when the caller may no longer do this.
 * @returns What was erased, and what stays until it has ended.
 * @throws AppError as `findPerson`; E1055 for a token with limits.
 */
export async function erasePerson(deps: Deps, actor: Actor, person: Person, checkAgain: () => void): Promise<PersonFound> {
  requireWhole(actor);
  const found = await find(deps, actor, person);
  checkAgain();
  const by = { cause: "request", memberID: actor.memberID } as const;
  // Noted beside the database first: a backup that is restored after a crash here must not bring the person back.
  noteErasures(deps, actor.organizationID, { shipments: found.ended, addresses: found.addresses });
  const shipments = await inTurns(deps, found.ended, (id) => eraseShipment(deps, id, by));
  const addresses = await inTurns(deps, found.addresses, (id) => void eraseAddress(deps, actor.organizationID, id, by));
  for (const _ of scrubCopies(deps)) await stepAside();
  return { shipments, addresses, underWay: found.underWay.length };
}

/** Erases each in its own part of a transaction. @returns How many; one that went on its way meanwhile is left out. */
export async function inTurns(deps: Deps, ids: readonly string[], erase: (id: string) => void): Promise<number> {
  let done = 0;
  for (let i = 0; i < ids.length; ) {
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (let id = ids[i]; id !== undefined && performance.now() < until; id = ids[i]) {
        i += 1;
        if (tryOne(deps, () => erase(id))) done += 1;
      }
    });
    await stepAside();
  }
  return done;
}

function tryOne(deps: Deps, erase: () => void): boolean {
  try {
    inTransaction(deps, erase);
    return true;
  } catch (error) {
    if (isAppError(error, "E2009") || isAppError(error, "E1051")) return false;
    throw error;
  }
}

async function find(deps: Deps, { organizationID }: Actor, person: Person): Promise<Found> {
  const key = keyOf(person);
  await indexAll(deps);
  const addresses = await listAddressesOf(deps.reader, organizationID, key);
  const shipments = [...new Set([...(await listShipmentsAt(deps.reader, organizationID, addresses)), ...(await listBoughtFor(deps.reader, organizationID, key))])];
  const rows = [...listShipmentRows(deps, shipments).values()].filter((row) => row.organization_id === organizationID);
  const ended = rows.filter((row) => hasEnded(deps, row));
  const open = rows.filter((row) => !ended.includes(row));
  const needed = new Set(open.flatMap((row) => [row.recipient_address_id, row.sender_address_id]));
  const free = addresses.filter((id) => !needed.has(id) && findAddress(deps.db, organizationID, id) !== undefined);
  return { ended: ended.map(({ id }) => id), underWay: open.map(({ id }) => id), addresses: free };
}

function keyOf({ phone, email, name, address }: Person): PersonKey {
  const digits = nationalDigits(phone) ?? phone.replace(/\D/g, "");
  const key = { phone: digits, email: fold(email), name: fold(name), address: fold(address) };
  if (phone.trim() !== "" && digits.length < LEAST_DIGITS) throw new AppError("E1085", "phone: must have at least seven digits.");
  if (digits === "" && [key.email, key.name, key.address].every((text) => text.length < LEAST_TEXT)) throw new AppError("E1085", "Give a phone, an e-mail, a name or a street of the person, with at least three characters.");
  return key;
}

function counted({ ended, underWay, addresses }: Found): PersonFound {
  return { shipments: ended.length, underWay: underWay.length, addresses: addresses.length };
}
