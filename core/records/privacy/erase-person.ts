/**
 * Erases a person on request: finds the person by phone, e-mail, name, street or several of these,
 * in addresses, in frozen purchases and in changes of order files.
 */
import { findAddress } from "../../shipping/addresses/addresses.service.ts";
import { isAppError, errors } from "../../base/errors.ts";
import { nationalDigits } from "../../base/phone.ts";
import { yieldToEventLoop } from "../../base/yield-to-event-loop.ts";
import { fold } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import { isErased } from "../../db/erased.ts";
import type { Reader } from "../../db/reader.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { indexAll } from "../../shipping/shipments/search-index.ts";
import { listShipmentRows } from "../../shipping/shipments/shipments.service.ts";
import { eraseAddress, eraseShipment, hasEnded } from "./erase-shipment.ts";
import { noteErasures } from "./erasure-notes.ts";
import type { Person, PersonFound } from "./privacy.schema.ts";
import { requireWhole } from "./privacy.service.ts";
import {
  findAddressesOf,
  findBoughtFor,
  findChangedFor,
  listShipmentsAt,
  type PersonKey,
} from "./retention.store.ts";
import { scrubCopies } from "./scrub-outbox.ts";

/** Minimum digits of a phone: fewer digits would match many people. */
const LEAST_DIGITS = 7;
const LEAST_TEXT = 3;
const TURN_MS = 4;
/** Highest number of parcels, and of addresses, that one person can have. */
const MOST = 10_000;
/** Number of rows looked up in one turn of the core's thread, which takes a few milliseconds. */
const AT_ONCE = 50;

type Found = {
  readonly ended: readonly string[];
  readonly underWay: readonly string[];
  readonly addresses: readonly string[];
};

/**
 * Finds a person's parcels and addresses, on the reader's thread.
 *
 * @param reader The caller's reader, which stops when the caller has left.
 * @throws AppError E1085 when the input is too short to identify a person, or matches more than
 *   10,000 parcels or addresses; E2052 when the search takes too long.
 */
export async function findPerson(
  deps: WriteDeps,
  reader: Reader,
  actor: Actor,
  person: Person,
): Promise<PersonFound> {
  return counted(await find(deps, reader, actor, person));
}

/**
 * Erases the completed parcels and the addresses that `findPerson` finds, in short turns, and then
 * older copies of their data. Parcels under way and their addresses stay. A second call erases only
 * what was completed or added since the first.
 *
 * @param reader The caller's reader, which stops when the caller has left: a caller who leaves
 * before the search ends erases nothing.
 * @param checkAgain Called after the search; throws when the caller may no longer erase.
 * @returns The numbers of erased parcels and addresses, and of parcels that stay until they are
 * completed.
 * @throws AppError as `findPerson`; E1055 for a token with limits.
 */
export async function erasePerson(
  deps: WriteDeps,
  reader: Reader,
  actor: Actor,
  person: Person,
  checkAgain: () => void,
): Promise<PersonFound> {
  requireWhole(actor);
  const found = await find(deps, reader, actor, person);
  checkAgain();
  const by = { cause: "request", memberID: actor.memberID } as const;
  // Recorded outside the database first: a backup that is restored after a crash here must not
  // bring the person back.
  noteErasures(deps, actor.organizationID, { shipments: found.ended, addresses: found.addresses });
  const shipments = await inTurns(deps, found.ended, (id) => eraseShipment(deps, id, by));
  const addresses = await inTurns(
    deps,
    found.addresses,
    // Also counts addresses that `eraseShipment` has already erased with the parcels above.
    (id) => eraseAddress(deps, actor.organizationID, id, by) || isErased(deps.db, id),
  );
  for (const _ of scrubCopies(deps)) await yieldToEventLoop();
  return { shipments, addresses, underWay: found.underWay.length };
}

/**
 * Erases rows in short transactions. Each row has a nested transaction, so that a shipment that is
 * busy or missing does not undo the other erasures.
 *
 * @param erase Returns false when it erased nothing.
 * @returns The number of erased rows; a parcel that is under way again is not erased.
 */
export async function inTurns(
  deps: WriteDeps,
  ids: readonly string[],
  erase: (id: string) => unknown,
): Promise<number> {
  let done = 0;
  for (let i = 0; i < ids.length;) {
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (let id = ids[i]; id !== undefined; id = ids[i]) {
        i += 1;
        if (tryOne(deps, () => erase(id))) done += 1;
        if (performance.now() > until) break; // Each turn tries at least one row.
      }
    });
    await yieldToEventLoop();
  }
  return done;
}

function tryOne(deps: WriteDeps, erase: () => unknown): boolean {
  try {
    return inTransaction(deps, erase) !== false;
  } catch (error) {
    if (isAppError(error, "shipmentBusy") || isAppError(error, "shipmentNotFound")) return false;
    throw error;
  }
}

async function find(
  deps: WriteDeps,
  reader: Reader,
  { organizationID }: Actor,
  person: Person,
): Promise<Found> {
  const key = keyOf(person);
  await indexAll(deps);
  const addresses = await inParts((after) => findAddressesOf(reader, organizationID, key, after));
  const bought = await inParts((after) => findBoughtFor(reader, organizationID, key, after));
  const changed = await inParts((after) => findChangedFor(reader, organizationID, key, after));
  const shipments = few([
    ...new Set([
      ...(await listShipmentsAt(reader, organizationID, addresses, MOST + 1)),
      ...bought,
      ...changed,
    ]),
  ]);
  const [ended, underWay, needed] = [new Array<string>(), new Array<string>(), new Set<string>()];
  for await (const some of inPieces(shipments)) {
    for (const row of listShipmentRows(deps, some).values()) {
      if (row.organizationID !== organizationID) continue;
      if (hasEnded(deps, row)) ended.push(row.id);
      else {
        underWay.push(row.id);
        needed.add(row.recipientAddressID).add(row.senderAddressID);
      }
    }
  }
  const own = new Set(Object.values(getDefaultAddresses(deps.db, organizationID)));
  const free: string[] = [];
  for await (const some of inPieces(addresses))
    free.push(
      ...some.filter(
        (id) =>
          !needed.has(id) && !own.has(id) && findAddress(deps.db, organizationID, id) !== undefined,
      ),
    );
  return { ended, underWay, addresses: free };
}

/**
 * Reads all parts one after the other.
 * @throws AppError E1085 when there are more rows than one person can have.
 */
async function inParts(
  next: (after: string) => ReturnType<typeof findAddressesOf>,
): Promise<string[]> {
  let found: string[] = [];
  for (let after: string | null = ""; after !== null;) {
    const part: Awaited<ReturnType<typeof findAddressesOf>> = await next(after);
    found = few([...found, ...part.ids]);
    after = part.next;
  }
  return found;
}

/**
 * Requires few enough rows: erasing only some rows would silently leave the rest.
 *
 * @throws AppError E1085
 */
function few(ids: string[]): string[] {
  if (ids.length > MOST)
    throw errors.badRequest(
      "More than 10,000 parcels or addresses match: that is not one person. Give more of the person's details.",
      { reason: "tooMany" },
    );
  return ids;
}

/** Yields a few ids at a time, and lets other work run in between. */
async function* inPieces(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    yield ids.slice(i, i + AT_ONCE);
    await yieldToEventLoop();
  }
}

function keyOf({ phone, email, name, address }: Person): PersonKey {
  const digits = nationalDigits(phone) ?? phone.replace(/\D/g, "");
  const key = { phone: digits, email: fold(email), name: fold(name), address: fold(address) };
  if (phone.trim() !== "" && digits.length < LEAST_DIGITS)
    throw errors.badRequest("phone: must have at least seven digits.", { reason: "shortPhone" });
  if (digits === "" && [key.email, key.name, key.address].every((text) => text.length < LEAST_TEXT))
    throw errors.badRequest(
      "Give a phone, an e-mail, a name or a street of the person, with at least three characters.",
      { reason: "tooLittle" },
    );
  return key;
}

function counted({ ended, underWay, addresses }: Found): PersonFound {
  return { shipments: ended.length, underWay: underWay.length, addresses: addresses.length };
}
