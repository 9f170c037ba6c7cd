/**
 * Joins a hub, from its code to the organization's data: the hub accepts this station's key, then
 * the station brings its organization or receives the hub's organization. Each step is stored
 * before the next one starts, so that an interrupted join continues.
 */
import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import { createCurve, fromCurveSeed } from "@nats-io/nkeys";
import type { NatsConnection } from "@nats-io/transport-node";
import { errors } from "../../base/errors.ts";
import { countLeft } from "../../db/number-blocks.ts";
import { shipmentNumbers } from "../../db/number-range.ts";
import { inTransaction } from "../../db/change.ts";
import { markBack } from "../../db/left-organizations.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SyncDeps } from "../deps.ts";
import { findDeskOwner } from "../../organizations/organizations.service.ts";
import { newestFact } from "../../db/outbox/outbox.service.ts";
import { enrol, newUserKeySeed } from "../enrol.ts";
import { learnFounder } from "../hub-founder.ts";
import { rosterKey, SEEN_BUCKET } from "../hub-names.ts";
import { readRosterEntry, type RosterEntry } from "../hub-roster.ts";
import { forgetAsked, isSameHub, keepSeeds, writeHub, type HubSettings } from "../hub-settings.ts";
import { findJoinCode } from "../join-code.ts";
import type { LeasePort } from "../leases/lease-port.ts";
import { createLeases } from "../leases/leases.ts";
import { beginAfterEnd } from "../leases/take-share.ts";
import { openScarce } from "../leases/scarce-bucket.ts";
import { alignClock } from "./align-clock.ts";
import { claimOrganization } from "./claim-organization.ts";
import { moveOwnData } from "./move-own-data.ts";
import { ANSWER_MS, beginLeasing, foundOrganization } from "./found-organization.ts";
import { withRetries } from "./with-retries.ts";
import { getOrganization } from "./exchange-organization.ts";

/** How long to wait for a first station that is bringing its data, and for a first snapshot, ms. */
const FIRST_WAIT_MS = 60_000;

/**
 * Asks the hub of a code to accept this station's key. A hub that has accepted the key is asked
 * again only if it has revoked the station since.
 *
 * @param by.name The desk's name.
 * @param known The hub that the station has joined or is joining.
 * @param isRefused Whether that hub rejects the station's credential; false also when the hub is
 *   not reached.
 * @throws AppError E2111 to E2118, E2150, E2159; nothing is changed.
 */
export async function enrolByCode(
  deps: Pick<SyncDeps, "db" | "settings" | "secrets">,
  { text, name }: { readonly text: string; readonly name: string },
  known: HubSettings | undefined,
  isRefused: (known: HubSettings) => Promise<boolean>,
): Promise<HubSettings> {
  const code = findJoinCode(text);
  if (code === undefined) throw errors.joinCodeInvalid();
  if (known !== undefined && !isSameHub(code, known)) throw errors.joinedOtherHub();
  if (known !== undefined && !(await isRefused(known))) return known;
  const seeds = keepSeeds(deps, () => ({
    user: newUserKeySeed(),
    box: new TextDecoder().decode(createCurve().getSeed()),
  }));
  const { userKeySeed, hubID, hubName, hubKey, servers, authority, leads } = await enrol(code, {
    stationID: deps.db.stationID,
    name,
    userKeySeed: seeds.user,
    boxPublicKey: fromCurveSeed(new TextEncoder().encode(seeds.box)).getPublicKey(),
    organizationID: known?.organizationID ?? findDeskOwner(deps)?.organizationID ?? null,
  });
  const made: HubSettings = {
    sealedBoxSeed: deps.secrets.encrypt(seeds.box),
    hubID,
    hubName,
    hubKey,
    servers: [...servers],
    authority,
    signIn: { sealedSeed: deps.secrets.encrypt(userKeySeed) },
    handshakeFirst: true,
    stationID: deps.db.stationID,
    state: "joining",
    organizationID: null,
    cameFrom: known?.organizationID ?? null,
    name,
    leads,
  };
  writeHub(deps, made);
  forgetAsked(deps);
  return made;
}

type Joining<D> = {
  readonly deps: SyncDeps;
  readonly folder: string;
  readonly known: HubSettings;
  readonly connection: NatsConnection;
  /** Supplies leases to the desk's calls while its organization is sent to the hub. */
  readonly port: LeasePort;
  /** Finds or creates the desk's organization; with an id, finds only that one. */
  open(organizationID: string | undefined): D;
  /** Called if this station is the first, before it brings its data. */
  onFirst(organizationID: string): void;
  /** Called with the share of the organization's data that has arrived, 0 to 1. */
  onProgress(share: number): void;
};

/**
 * Continues a join to its end.
 *
 * @returns The desk in the hub's organization, and the stored hub settings.
 * @throws Errors of the hub or the disk; a repeated call continues the join.
 */
export async function joinHub<D extends { readonly organizationID: string }>({
  deps,
  folder,
  known,
  connection,
  port,
  open,
  onFirst,
  onProgress,
}: Joining<D>): Promise<{ readonly desk: D; readonly hub: HubSettings }> {
  const session = { js: jetstream(connection, { timeout: ANSWER_MS }) };
  const kv = await withRetries(connection, () => openScarce(connection));
  const exchange = { deps, folder, session, hubKey: known.hubKey };
  const before = known.cameFrom ?? findDeskOwner(deps)?.organizationID ?? null;
  const claim = await withRetries(connection, () =>
    claimOrganization(
      kv,
      { stationID: deps.db.stationID, organizationID: before ?? undefined },
      FIRST_WAIT_MS,
    ),
  );
  const isShared = claim.part === "bring" ? claim.id !== undefined : claim.id === before;
  await withRetries(connection, () => alignClock(deps, connection, isShared));
  if (claim.part === "bring") {
    const desk = open(claim.id);
    onFirst(desk.organizationID);
    await foundOrganization(
      { deps, folder, known, connection, kv, port },
      desk.organizationID,
      claim.id !== undefined,
    );
    return { desk, hub: settle(deps, { ...known, organizationID: desk.organizationID }) };
  }
  const { id: claimed, founder } = claim;
  learnFounder(deps, founder);
  const joining = begin(deps, { ...known, cameFrom: before });
  await withRetries(connection, () =>
    getOrganization(exchange, { ...joining, organizationID: claimed }, FIRST_WAIT_MS, onProgress),
  );
  // `beginAfterEnd` must run before anything is written.
  const { incarnation } = deps.db;
  await withRetries(connection, async () =>
    beginAfterEnd(kv, deps, claimed, await endedOf(session, known)),
  );
  // Another computer may continue to work with a copy of this folder and its earlier credential;
  // that copy must keep its own numbers and share.
  if (before === claimed && deps.db.incarnation === incarnation)
    deps.db.beginIncarnation(false, deps.log);
  beginLeasing(deps, known);
  inTransaction(deps, () => markBack(deps.db, claimed));
  if (before !== null && before !== claimed)
    await moveAlong(deps, connection, kv, { from: before, to: claimed });
  return { desk: open(claimed), hub: settle(deps, { ...joining, organizationID: claimed }) };
}

/**
 * Finds this station's state at its last revocation, in the hub's list; undefined when the station
 * was never revoked.
 */
async function endedOf(
  { js }: { readonly js: JetStreamClient },
  { hubKey, stationID }: HubSettings,
): Promise<RosterEntry["ended"]> {
  const entry = await (
    await new Kvm(js).open(SEEN_BUCKET, { bindOnly: true })
  ).get(rosterKey(stationID));
  return entry === null ? undefined : readRosterEntry(entry.string(), hubKey)?.ended;
}

/**
 * Starts a join. A continued join has already written for the hub's organization, so its start
 * position stays.
 */
function begin(
  deps: Pick<SyncDeps, "db" | "settings">,
  known: HubSettings,
): HubSettings & { readonly writtenBefore: number } {
  const joining = { ...known, writtenBefore: known.writtenBefore ?? newestFact(deps) };
  writeHub(deps, joining);
  return joining;
}

function settle(deps: Pick<SyncDeps, "db" | "settings">, known: HubSettings): HubSettings {
  beginLeasing(deps, known);
  const { writtenBefore: _, ...kept } = known;
  const hub: HubSettings = { ...kept, state: "joined" };
  writeHub(deps, hub);
  return hub;
}

async function moveAlong(
  deps: WriteDeps & Pick<SyncDeps, "faultPoint" | "carriers" | "syncTimes">,
  nc: NatsConnection,
  kv: KV,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const memberID = findDeskOwner(deps, to)?.memberID;
  if (memberID === undefined) return;
  const leases = createLeases(deps, {
    kv,
    nc,
    isConnected: () => !nc.isClosed(),
    organizationIDs: () => [],
  });
  const numbers = shipmentNumbers(to);
  try {
    await moveOwnData(deps, { from, to, memberID }, async (atLeast) => {
      while (countLeft(deps.db, numbers.range) < atLeast)
        if (!(await leases.obtain({ kind: "numbers", ...numbers, atLeast })))
          throw errors.numbersUsedUp();
    });
  } finally {
    leases.close();
  }
}
