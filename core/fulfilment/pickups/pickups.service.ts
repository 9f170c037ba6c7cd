/**
 * Orders couriers: once a day for an account, by a person or at a set time. At a set time the
 * station that asks for the account's scans orders it. An order whose answer was lost may have been
 * carried out, so only a person repeats it.
 *
 * Each station writes its own row of a day, and the strongest row counts: disconnected stations may
 * both ask the carrier, and an accepted order stays accepted.
 */
import { derivedId } from "../../base/derived-id.ts";
import { errors } from "../../base/errors.ts";
import { turkishDay } from "../../base/turkish-day.ts";
import { instant, type Instant } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getDefaultAddresses } from "../../organizations/organizations.service.ts";
import { findLinkedAccount } from "../../shipping/accounts/accounts.service.ts";
import { findAddress } from "../../shipping/addresses/addresses.service.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import type { Outcome } from "../../shipping/carriers/carrier.ts";
import { partyOf } from "../../shipping/shipments/consign-shipment.ts";
import { previousAnnouncingAt } from "../announcements/announcing-times.ts";
import type { FulfilmentDeps } from "../deps.ts";
import type { Pickup, PickupAccount, PickupOrder } from "./pickups.schema.ts";
import * as store from "./pickups.store.ts";
import type { Collected, PickupRow } from "./pickups.store.ts";

type PickupDeps = WriteDeps & Pick<FulfilmentDeps, "connections" | "reader">;

/** Labels without news for this time lie nowhere that a courier would find them. */
const COLLECTED_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** An order that is asked for longer has lost its answer with its process. */
const ASKED_MS = 2 * 60_000;
/** Pause after an order that did not reach the carrier, at a set time. */
const AGAIN_MS = 5 * 60_000;
/** Clocks of stations may differ by this time. */
const FAR_AHEAD_MS = 10 * 60_000;
const LONGEST_WORDS = 500;
const LONGEST_REFERENCE = 100;

/** Lists the accounts whose carriers send couriers. */
export async function listPickups(
  deps: PickupDeps,
  { organizationID }: Actor,
): Promise<PickupAccount[]> {
  const now = deps.now();
  return await Promise.all(
    pickupConnections(deps, organizationID).map(async ({ accountID, name }) => {
      const { pieces, weightGrams } = await count(deps, organizationID, accountID);
      const today = findToday(deps, accountID, now);
      return {
        accountID,
        accountName: name,
        pickupAt: findLinkedAccount(deps.db, accountID)?.pickupAt ?? "",
        pieces,
        weight: weightText(weightGrams),
        today: today ?? null,
      };
    }),
  );
}

/**
 * Orders the courier of an account for today.
 *
 * @throws AppError E2182 for an account whose carrier sends none; E2186 when it is ordered already.
 */
export async function orderPickup(
  deps: PickupDeps,
  { organizationID, memberID }: Actor,
  { accountID, pieces, weight }: PickupOrder,
): Promise<Pickup> {
  const connection = pickupConnections(deps, organizationID).find(
    (one) => one.accountID === accountID,
  );
  if (connection === undefined) throw errors.notConnected();
  const collected = { pieces, weightGrams: Math.round(weight * 1_000) };
  const row = await order(deps, organizationID, connection, {
    ...collected,
    createdBy: memberID,
  });
  return present(row, deps.now());
}

/** Orders the couriers that are due at this station. Logs a failure and goes on with the others. */
export async function orderDuePickups(
  deps: PickupDeps & Pick<FulfilmentDeps, "turns">,
  organizationID: string,
  signal: AbortSignal,
): Promise<void> {
  for (const connection of pickupConnections(deps, organizationID)) {
    const { accountID } = connection;
    if (!isDue(deps, accountID) || !deps.turns.isTurn(organizationID, accountID)) continue;
    try {
      const collected = await count(deps, organizationID, accountID);
      if (collected.pieces > 0)
        await order(deps, organizationID, connection, { ...collected, createdBy: "" }, signal);
    } catch (err) {
      deps.log.error({ err, accountID }, "a courier could not be ordered at its set time");
    }
  }
}

function isDue(deps: PickupDeps, accountID: string): boolean {
  const pickupAt = findLinkedAccount(deps.db, accountID)?.pickupAt ?? "";
  const now = instant(deps.now());
  const due = previousAnnouncingAt(pickupAt, now);
  if (due === undefined || turkishDay(instant(due)) !== turkishDay(now)) return false;
  const today = findToday(deps, accountID, now);
  if (today === undefined) return true;
  return today.state === "UNREACHED" && isOver(today.updatedAt, AGAIN_MS, now);
}

type Asked = Collected & Pick<PickupRow, "createdBy">;

async function order(
  deps: PickupDeps,
  organizationID: string,
  connection: Connection,
  asked: Asked,
  signal?: AbortSignal,
): Promise<PickupRow> {
  const row = begin(deps, organizationID, connection, asked);
  const sender = getDefaultAddresses(deps.db, organizationID).sender;
  const address = sender === null ? undefined : findAddress(deps.db, organizationID, sender);
  const outcome =
    address === undefined || connection.pickup === undefined
      ? NO_SENDER
      : await connection.pickup(
          {
            key: keyOf(row),
            day: row.day,
            pieces: row.pieces,
            weightKg: row.weightGrams / 1_000,
            sender: partyOf(address),
          },
          AbortSignal.any([
            AbortSignal.timeout(connection.timeoutMs),
            ...(signal === undefined ? [] : [signal]),
          ]),
        );
  const fields = { ...resultOf(outcome), updatedAt: deps.now() };
  inTransaction(deps, () => store.updatePickup(deps.db, row.id, fields));
  return { ...row, ...fields };
}

const NO_SENDER: Outcome<string> = {
  outcome: "refused",
  code: "E2033",
  reason: "The organization has no default sender address, to which the courier would come.",
};

/**
 * Writes that the carrier is asked now, so that no other call asks it too.
 *
 * @throws AppError E2186
 */
function begin(
  deps: PickupDeps,
  organizationID: string,
  { accountID, name }: Connection,
  { pieces, weightGrams, createdBy }: Asked,
): PickupRow {
  const now = deps.now();
  const day = turkishDay(now);
  const { stationID } = deps.db;
  const fields = {
    updatedAt: now,
    createdBy,
    pieces,
    weightGrams,
    state: "ASKING" as const,
    reference: "",
    words: "",
  };
  return inTransaction(deps, () => {
    const state = findToday(deps, accountID, now)?.state;
    if (state === "ORDERED")
      throw errors.pickupOrdered(
        `The courier of ${name} is ordered for today already. Nothing was ordered.`,
      );
    if (state === "ASKING")
      throw errors.pickupOrdered(
        `The carrier is being asked for the courier of ${name}. Look again in two minutes. Nothing more was ordered.`,
        { reason: "asking" },
      );
    const row = store
      .listPickups(deps.db, accountID, day)
      .find((one) => one.stationID === stationID);
    if (row === undefined) {
      const id = derivedId("pickup", accountID, day, stationID);
      const made = { id, createdAt: now, organizationID, accountID, day, stationID, ...fields };
      store.insertPickup(deps.db, made);
      return made;
    }
    store.updatePickup(deps.db, row.id, fields);
    return { ...row, ...fields };
  });
}

/** States of a day's orders, strongest first. A lost answer keeps the set time from ordering. */
const STRONGEST: readonly Pickup["state"][] = [
  "ORDERED",
  "ASKING",
  "UNCERTAIN",
  "REFUSED",
  "UNREACHED",
];

/** Finds the strongest order of an account's courier for today; among equals the newest. */
function findToday(
  { db }: Pick<PickupDeps, "db">,
  accountID: string,
  now: Instant,
): Pickup | undefined {
  const orders = store.listPickups(db, accountID, turkishDay(now)).map((row) => present(row, now));
  return STRONGEST.map((state) => orders.find((one) => one.state === state)).find(
    (one) => one !== undefined,
  );
}

function resultOf(outcome: Outcome<string>): Pick<PickupRow, "state" | "reference" | "words"> {
  switch (outcome.outcome) {
    case "done":
      return {
        state: "ORDERED",
        reference: outcome.value.slice(0, LONGEST_REFERENCE),
        words: "",
      };
    case "refused":
      return { state: "REFUSED", reference: "", words: outcome.reason.slice(0, LONGEST_WORDS) };
    case "unknown":
      return {
        state: outcome.isUnsent === true ? "UNREACHED" : "UNCERTAIN",
        reference: "",
        words: outcome.cause.slice(0, LONGEST_WORDS),
      };
  }
}

function pickupConnections(
  { connections }: Pick<FulfilmentDeps, "connections">,
  organizationID: string,
): Connection[] {
  return connections.list(organizationID).filter(({ pickup }) => pickup !== undefined);
}

async function count(
  { db, reader, now }: PickupDeps,
  organizationID: string,
  accountID: string,
): Promise<Collected> {
  const providerCode = findLinkedAccount(db, accountID)?.providerCode ?? "";
  const since = new Date(Date.parse(now()) - COLLECTED_DAYS * DAY_MS).toISOString();
  return await store.countCollected(reader, { organizationID, accountID, providerCode, since });
}

/** The carrier's key of an order: the same at each station, so that a carrier can join orders. */
function keyOf({ accountID, day }: Pick<PickupRow, "accountID" | "day">): string {
  return derivedId("pickup", accountID, day);
}

/**
 * Returns whether a time has passed since an order was written. A time far ahead means that the
 * clock was set back since.
 */
function isOver(writtenAt: string, ms: number, now: string): boolean {
  const agoMs = Date.parse(now) - Date.parse(writtenAt);
  return agoMs > ms || agoMs < -FAR_AHEAD_MS;
}

function present(row: PickupRow, now: string): Pickup {
  const { id, accountID, day, pieces, reference, words, updatedAt } = row;
  const isLost = row.state === "ASKING" && isOver(updatedAt, ASKED_MS, now);
  return {
    id,
    accountID,
    day,
    pieces,
    weight: weightText(row.weightGrams),
    state: isLost ? "UNCERTAIN" : row.state,
    reference,
    words,
    updatedAt,
  };
}

function weightText(grams: number): string {
  return String(grams / 1_000);
}
