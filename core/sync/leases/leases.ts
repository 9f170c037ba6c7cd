/**
 * Obtains the leases of a station that has joined a hub (`deps.leases` of its core). Also refills
 * and returns leases in the background.
 */
import type { NatsConnection } from "@nats-io/transport-node";
import { isAppError, errors } from "../../base/errors.ts";
import type { LeaseNeed, Leases, NumbersNeed } from "../../db/leases.ts";
import type { MayAsk } from "../station-requests.ts";
import { createMoneyLeases } from "./money-leases.ts";
import { createNumberLeases } from "./number-leases.ts";
import type { MoneyDeps } from "./obtain-money.ts";
import type { ScarceBucket } from "./scarce-bucket.ts";
import { createClaims } from "../claims/claim-shipment.ts";

/** How long a call waits for a lease, ms. */
const WAITED_MS = 2_000;
/** How long a background refill may take, ms. */
const AHEAD_MS = 10_000;
const SETTLED_EACH_MS = 180_000;

/**
 * `isKnown`: the hub lists a station with this id, possibly as revoked; also true while the list
 * has not been read completely.
 */
type ListedStations = { readonly mayAsk: MayAsk; isKnown(stationID: string): boolean };

const ANY_STATIONS: ListedStations = { mayAsk: () => true, isKnown: () => true };

export type StationLeases = Leases & {
  /** Stops obtaining leases. */
  close(): void;
};

type LeasingHub = {
  readonly kv: ScarceBucket;
  readonly nc: NatsConnection;
  readonly isConnected: () => boolean;
  readonly isWhole?: () => boolean;
  readonly organizationIDs: () => readonly string[];
  readonly hubNow?: () => number;
  readonly stations?: ListedStations;
};

/**
 * Creates the leases of one connection. They must be closed with the connection.
 *
 * @param hub.isConnected Whether calls reach the hub now: if not, calls do not wait.
 * @param hub.isWhole Whether the hub knows what it has granted: otherwise `obtain` throws E2135,
 * and nothing is refilled or returned. Default: true.
 * @param hub.organizationIDs Organizations whose balances this station shares.
 * @param hub.hubNow The hub's time; default: this machine's.
 * @param hub.stations Looks up stations in the hub's list; default: any station is known and may
 *   ask.
 */
export function createLeases(deps: MoneyDeps, hub: LeasingHub): StationLeases {
  const { mayAsk, isKnown } = hub.stations ?? ANY_STATIONS;
  const numbers = createNumberLeases(hub.kv, deps);
  const claims = createClaims(
    { deps, kv: hub.kv, nc: hub.nc, hubNow: hub.hubNow ?? Date.now, mayAsk, isKnown },
    hub.organizationIDs()[0],
  );
  const money = createMoneyLeases(hub.kv, hub.nc, deps, mayAsk);

  const { isWhole = () => true } = hub;
  const failed = (err: unknown): false => {
    if (isAppError(err)) throw err;
    deps.log.error({ err }, "the hub rejected a lease, or its record could not be read");
    return false;
  };
  const mayLease = (): boolean => hub.isConnected() && isWhole();
  const fill = fillAhead(deps, numbers, mayLease);
  deps.db.onLowNumbers = fill;
  const settleAll = (): void => {
    if (!mayLease()) return;
    for (const id of hub.organizationIDs())
      void money
        .settle(id)
        .catch((err: unknown) =>
          deps.log.warn({ err }, "the balance could not be aligned with the hub's"),
        );
  };
  const settling = setInterval(settleAll, SETTLED_EACH_MS).unref();
  setImmediate(settleAll); // Repairs differences from the hub that a crash left.

  return {
    async obtain(need: LeaseNeed) {
      if (!hub.isConnected()) return false;
      if (!isWhole()) throw errors.hubSetBack();
      const untilMs = performance.now() + WAITED_MS;
      const asked =
        need.kind === "numbers"
          ? numbers.obtain(need, untilMs)
          : need.kind === "money"
            ? money.obtain(need, untilMs)
            : claims.obtain(need, untilMs);
      return await asked.catch(failed);
    },
    close() {
      clearInterval(settling);
      money.close();
      claims.close();
      if (deps.db.onLowNumbers === fill) deps.db.onLowNumbers = null;
    },
  };
}

/** Returns a function that fetches the next block of numbers, after the current transaction. */
function fillAhead(
  { log }: Pick<MoneyDeps, "log">,
  numbers: ReturnType<typeof createNumberLeases>,
  mayLease: () => boolean,
): (need: NumbersNeed) => void {
  return (need) => {
    setImmediate(() => {
      if (mayLease())
        void numbers
          .fill(need, performance.now() + AHEAD_MS)
          .catch((err: unknown) =>
            log.warn(
              { err, range: need.range },
              "the next block of numbers could not be prefetched",
            ),
          );
    });
  };
}
