/**
 * Erasing a person on request: found by telephone, e-mail, name or street, in addresses and in what
 * purchases froze.
 */
import { findAddress } from "../../shipping/addresses/addresses.service.ts";
import { isAppError, errors } from "../../base/errors.ts";
import { nationalDigits } from "../../base/phone.ts";
import { stepAside } from "../../base/step-aside.ts";
import { fold } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { Reader } from "../../db/reader.ts";
import type { Actor } from "../../http/actor.ts";
import type { WriteDeps } from "../../db/deps.ts";
import { indexAll } from "../../shipping/shipments/search-index.ts";
import { listShipmentRows } from "../../shipping/shipments/shipments.service.ts";
import { eraseAddress, eraseShipment, hasEnded } from "./erase-shipment.ts";
import { noteErasures } from "./erasure-notes.ts";
import type { Person, PersonFound } from "./privacy.schema.ts";
import { requireWhole } from "./privacy.service.ts";
import {
  findAddressesOf,
  findBoughtFor,
  listShipmentsAt,
  type PersonKey,
} from "./retention.store.ts";
import { scrubCopies } from "./scrub-outbox.ts";

/** Fewer digits are many people's. */
const LEAST_DIGITS = 7;
const LEAST_TEXT = 3;
const TURN_MS = 4;
/** More are no one person's. */
const MOST = 10_000;
/** Rows that one turn of the core's thread looks up: some milliseconds. */
const AT_ONCE = 50;

type Found = {
  readonly ended: readonly string[];
  readonly underWay: readonly string[];
  readonly addresses: readonly string[];
};

/**
 * Reads beside the core's thread.
 *
 * @param reader Ends with its caller.
 * @throws AppError E1085 when too little is given to know a person by, or more than 10,000 parcels
 *   or addresses fit.
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
 * Erases what `findPerson` finds and has ended, in short turns. What is under way stays, with its
 * addresses. A second call changes nothing.
 *
 * @param reader Ends with its caller: one who goes before anything was found erases nothing.
 * @param checkAgain Throws when the caller may no longer do this.
 * @returns What was erased, and what stays until it has ended.
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
  // Noted beside the database first: a backup that is restored after a crash here must not bring
  // the person back.
  noteErasures(deps, actor.organizationID, { shipments: found.ended, addresses: found.addresses });
  const shipments = await inTurns(deps, found.ended, (id) => eraseShipment(deps, id, by));
  const addresses = await inTurns(
    deps,
    found.addresses,
    (id) => void eraseAddress(deps, actor.organizationID, id, by),
  );
  for (const _ of scrubCopies(deps)) await stepAside();
  return { shipments, addresses, underWay: found.underWay.length };
}

/**
 * Erases each in its own part of a transaction.
 * @returns How many; one that went on its way meanwhile is left out.
 */
export async function inTurns(
  deps: WriteDeps,
  ids: readonly string[],
  erase: (id: string) => void,
): Promise<number> {
  let done = 0;
  for (let i = 0; i < ids.length;) {
    const until = performance.now() + TURN_MS;
    inTransaction(deps, () => {
      for (let id = ids[i]; id !== undefined; id = ids[i]) {
        i += 1;
        if (tryOne(deps, () => erase(id))) done += 1;
        if (performance.now() > until) break; // after one at least: where the beginning alone takes longer, it would never end
      }
    });
    await stepAside();
  }
  return done;
}

function tryOne(deps: WriteDeps, erase: () => void): boolean {
  try {
    inTransaction(deps, erase);
    return true;
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
  const shipments = few([
    ...new Set([
      ...(await listShipmentsAt(reader, organizationID, addresses, MOST + 1)),
      ...bought,
    ]),
  ]);
  const [ended, underWay, needed] = [new Array<string>(), new Array<string>(), new Set<string>()];
  for await (const some of inPieces(shipments)) {
    for (const row of listShipmentRows(deps, some).values()) {
      if (row.organization_id !== organizationID) continue;
      if (hasEnded(deps, row)) ended.push(row.id);
      else {
        underWay.push(row.id);
        needed.add(row.recipient_address_id).add(row.sender_address_id);
      }
    }
  }
  const free: string[] = [];
  for await (const some of inPieces(addresses))
    free.push(
      ...some.filter(
        (id) => !needed.has(id) && findAddress(deps.db, organizationID, id) !== undefined,
      ),
    );
  return { ended, underWay, addresses: free };
}

/**
 * Asks for part after part.
 * @throws AppError E1085 when more is found than belongs to one person.
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

/** Silently some of them would leave the others where they are. @throws AppError E1085 */
function few(ids: string[]): string[] {
  if (ids.length > MOST)
    throw errors.badRequest(
      "More than 10,000 parcels or addresses fit: that is not one person. Give more of what is known.",
    );
  return ids;
}

/** Some at a time, with other work between. */
async function* inPieces(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    yield ids.slice(i, i + AT_ONCE);
    await stepAside();
  }
}

function keyOf({ phone, email, name, address }: Person): PersonKey {
  const digits = nationalDigits(phone) ?? phone.replace(/\D/g, "");
  const key = { phone: digits, email: fold(email), name: fold(name), address: fold(address) };
  if (phone.trim() !== "" && digits.length < LEAST_DIGITS)
    throw errors.badRequest("phone: must have at least seven digits.");
  if (digits === "" && [key.email, key.name, key.address].every((text) => text.length < LEAST_TEXT))
    throw errors.badRequest(
      "Give a phone, an e-mail, a name or a street of the person, with at least three characters.",
    );
  return key;
}

function counted({ ended, underWay, addresses }: Found): PersonFound {
  return { shipments: ended.length, underWay: underWay.length, addresses: addresses.length };
}
