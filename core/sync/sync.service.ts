/**
 * This station among the stations of its organization: joining a hub, the link with it while the
 * station runs, and what is shown of both. A station that has joined none does nothing here.
 */
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { settleRestore } from "../backups/after-restore.ts";
import { AppError } from "../base/errors.ts";
import { HUB_ORGANIZATION, writeMeta } from "../db/station-meta.ts";
import type { Deps } from "../deps.ts";
import type { LiveTopic } from "../outbox/topics.schema.ts";
import type { PackingNow } from "../packing/packing-now.ts";
import type { Stations } from "../shared-printers/stations.ts";
import { createSessions, type Sessions } from "./begin-session.ts";
import { cutDeliveries } from "./deliveries/share-deliveries.ts";
import { createDeskName } from "./desk-name.ts";
import type { HubHost } from "./hub-host.ts";
import { readHub, type HubSettings } from "./hub-settings.ts";
import { createJoining, type Desk, type JoinBy } from "./join/joining.ts";
import type { HubPolicy } from "./join/policy-hub.ts";
import { takeSnapshot } from "./join/take-over.ts";
import type { LeasePort } from "./leases/lease-port.ts";
import { createNoteFaults } from "./leases/note-faults.ts";
import { createManagement, type Management } from "./manage-stations.ts";
import { createOrganizationSecrets, type OrganizationSecrets } from "./organization-secrets.ts";
import type { Roster } from "./presence.ts";
import { withEnds } from "./proven-ends.ts";
import { createServerStations } from "./server-stations.ts";
import { createShown, type Shown } from "./show-stations.ts";
import { removeLeftSnapshots } from "./snapshot/exchange-snapshot.ts";
import { connectUntil } from "./station-connection.ts";
import { startLink, type Link, type LinkParts } from "./stream/link.ts";
import { signerOf, type Sign } from "./stream/message-signature.ts";
import { createSenders } from "./senders.ts";
import { createBoundary } from "./stream/boundary.ts";
import { createScope } from "./stream/scope.ts";
import type { SyncStatus } from "./sync.schema.ts";

export type Sync = Management & {
  /**
   * Joins a hub, goes on with a join that was interrupted, or starts the link of a station that has
   * joined.
   *
   * @param open Finds or makes the desk's organization; with an id that one alone.
   * @throws AppError E2111 to E2117 when the code or the hub is not good; nothing is changed then.
   */
  enter<D extends Desk>(
    by: JoinBy | undefined,
    open: (organizationID: string | undefined) => D,
  ): Promise<D>;
  /**
   * Joins while the desk works; the station then starts again, in the hub's organization.
   * @throws AppError E2111 to E2120
   */
  join(by: JoinBy): Promise<void>;
  /** Names this desk, here and at the other stations. @throws AppError E2036 */
  name(name: string): void;
  status(): SyncStatus;
  /** The others, for prints at their printers. */
  readonly stations: Stations;
  stop(): Promise<void>;
};

/**
 * A station that has just joined answers when it has what the others have; after that it starts all
 * the same.
 */
const CAUGHT_UP_WITHIN_MS = 15_000;
/** And when it has its numbers and its share of the balance. */
const PART_WITHIN_MS = 3_000;

type Parts = {
  readonly port: LeasePort;
  readonly version: string;
  readonly board: PackingNow;
  readonly restart: () => void;
  readonly onChanged: (topic: LiveTopic) => void;
  readonly host: HubHost;
  readonly policy: HubPolicy;
};

/**
 * @param of.port Where the core's calls get their leases. @param of.version Of the program. @param
 *   of.board Which order is open at this desk.
 * @param of.restart Starts the station again, after an answer has left. @param of.onChanged For the
 *   screen: what `status` answers is not what it was, or a snapshot was taken in while the desk
 *   works.
 * @param of.host The hub that may run beside this station. @param of.policy Of the company's IT.
 */
export function createSync(
  deps: Deps,
  { port, version, board, restart, onChanged, host, policy }: Parts,
): Sync {
  const folder = dirname(deps.db.raw.name);
  const changed = (): void => onChanged("sync.changed");
  const roster: Roster = new Map();
  const deskName = createDeskName(deps);
  const atServer = createServerStations(deps, roster);
  const faults = createNoteFaults(deps);
  let hub = readHub(deps);
  let link: Link | undefined;
  let secrets: OrganizationSecrets | undefined;
  const secretsOf = (known: HubSettings): OrganizationSecrets =>
    (secrets ??= createOrganizationSecrets(deps, deps.secrets.decrypt(known.sealedBoxSeed)));
  const joining = createJoining({
    deps,
    folder,
    port,
    policy,
    deskName,
    hub: () => hub,
    onHub: (known) => (hub = known),
    secretsOf,
  });
  const shown: Shown = createShown({
    deps,
    version,
    roster,
    deskName,
    board,
    atServer,
    faults,
    management: () => management,
    hub: () => hub,
    link: () => link,
    awaited: () => sessions.part()?.awaited(),
    isCaughtUp: () => sessions.isCaughtUp(),
    joining,
  });
  const sessions: Sessions = createSessions({
    deps,
    folder,
    port,
    roster,
    deskName,
    board,
    atServer,
    link: () => link,
    faults,
    secretsOf,
    seen: () => shown.seen(),
    tellName: (name) => management.tellName(name),
    onChanged: changed,
  });

  const begin = (known: HubSettings, organizationID: string): void => {
    const shared = { organizationID, cameFrom: known.cameFrom };
    writeMeta(deps.db, HUB_ORGANIZATION, organizationID);
    cutDeliveries(deps, organizationID);
    const signing = signingOf(known);
    link = startLink({
      deps,
      connect: (signal) => connectUntil(deps, known, signal),
      scope: createScope(deps.db, organizationID),
      ...signing,
      boundary: withEnds(createBoundary(deps.db, shared), deps.db, known.hubKey),
      async bootstrap(session) {
        await takeSnapshot({ deps, folder, session, hubKey: known.hubKey }, shared);
        onChanged("snapshot.taken");
      },
      onOlderCopy() {
        deps.db.beginIncarnation(true, deps.log);
        settleRestore(deps).catch((err: unknown) =>
          deps.log.error(
            { err },
            "open work of an older copy could not be settled; the next start does it",
          ),
        );
      },
      onSession: (session) =>
        sessions.begin(session, {
          known,
          organizationID,
          onListed: (station) => signing.senders?.meet(station),
        }),
    });
  };

  /**
   * A server of the organization's own lists no keys: there its permissions alone say who has sent
   * a message.
   */
  const signingOf = ({ hubKey, signIn }: HubSettings): Pick<LinkParts, "sign" | "senders"> => {
    if (hubKey === "" || !("sealedSeed" in signIn)) return {};
    let signer: Sign | undefined;
    const sign: Sign = (text) =>
      (signer ??= signerOf(deps.secrets.decrypt(signIn.sealedSeed)))(text);
    return { sign, senders: createSenders(hubKey) };
  };

  const join = async (by: JoinBy): Promise<void> => {
    await joining.join(by);
    restart();
  };
  const endAtServer = async (stationID: string): Promise<void> => {
    const shared = link?.session === undefined ? undefined : sessions.part();
    if (shared === undefined)
      throw new AppError(
        "E2112",
        "The server is not reached. Nothing was changed. Try again when it is.",
      );
    atServer.requireGone(stationID, Date.now() - (link?.status().skewMs ?? 0));
    await shared.end({ id: stationID, incarnation: roster.get(stationID)?.incarnation ?? 0 });
  };
  const management = createManagement({
    deps,
    host,
    hub: () => hub,
    link: () => link,
    endAtServer,
    requireIdle: () => joining.requireIdle(),
    join,
    restart,
  });

  return {
    async enter(by, open) {
      removeLeftSnapshots(folder);
      host.resume();
      const known =
        by === undefined
          ? (hub ?? (await joining.enrolByPolicy()))
          : await joining.enrolAtStart(by);
      if (known === undefined) return open(undefined);
      if (known.state === "joined" && known.organizationID !== null) {
        begin(known, known.organizationID);
        // What the hub knows of this database is looked at before anything is written, and before
        // the station's open work goes on.
        await link?.checked(deps.syncTimes.checkedWithinMs);
        return open(known.organizationID);
      }
      const brought = await (by === undefined
        ? joining.goOn(known, open)
        : joining.bring(known, open));
      if (brought === undefined) return open(known.cameFrom ?? undefined);
      begin(hub ?? known, brought.organizationID);
      await link
        ?.caughtUp(AbortSignal.timeout(CAUGHT_UP_WITHIN_MS))
        .then(() => Promise.race([sessions.part()?.taken, sleep(PART_WITHIN_MS)]))
        .catch((err: unknown) =>
          deps.log.warn({ err }, "the station has joined and is not in step yet"),
        );
      return brought;
    },
    join,
    stations: shown.stations,
    name(name) {
      deskName.set(name);
      changed();
    },
    ...management,
    status: () => shown.status(),
    async stop() {
      await link?.stop();
      await host.stop();
    },
  };
}
