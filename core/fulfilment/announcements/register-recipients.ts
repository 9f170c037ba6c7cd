/**
 * Makes the recipients of waiting orders known to carriers whose accounts ask for it, so that a
 * label need not wait for its branch when it is bought. Registering changes nothing at a repetition,
 * so a station that starts again registers its waiting orders again.
 */
import { setTimeout } from "node:timers/promises";
import type { WriteDeps } from "../../db/deps.ts";
import { priceEnquiry } from "../../shipping/carriers/consignment.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import { partyOf } from "../../shipping/shipments/consign-shipment.ts";
import {
  addressRowsOf,
  findShipmentRow,
  listWaitingIDs,
} from "../../shipping/shipments/shipments.service.ts";
import type { FulfilmentDeps } from "../deps.ts";

type RegisterDeps = WriteDeps & Pick<FulfilmentDeps, "connections" | "turns">;

/** Orders that are looked at, oldest first; later ones follow when these are packed. */
const LOOKED_AT = 1_000;
/** Recipients of one round. */
const AT_ONCE = 60;
/** Time between two calls, ms. */
const GAP_MS = 200;
/** Enough for the orders of a day; beyond it some are registered again. */
const MOST_KNOWN = 20_000;

export type Registering = {
  /** Registers the recipients of some waiting orders of these organizations. */
  step(organizationIDs: readonly string[], signal: AbortSignal): Promise<void>;
};

/** Creates the rounds. @param gapMs Time between two calls, ms. */
export function createRegistering(deps: RegisterDeps, gapMs = GAP_MS): Registering {
  const known = new Set<string>();
  return {
    async step(organizationIDs, signal) {
      if (known.size > MOST_KNOWN) known.clear();
      for (const organizationID of organizationIDs)
        for (const connection of deps.connections.list(organizationID)) {
          const { accountID, can } = connection;
          if (can.has("register") && deps.turns.isTurn(organizationID, accountID))
            await register(deps, organizationID, connection, { known, gapMs, signal });
        }
    },
  };
}

/** Registers recipients until a call has no answer; the next round goes on. */
async function register(
  deps: RegisterDeps,
  organizationID: string,
  connection: Connection,
  {
    known,
    gapMs,
    signal,
  }: { readonly known: Set<string>; readonly gapMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const keyOf = (shipmentID: string): string => `${connection.accountID} ${shipmentID}`;
  const waiting = listWaitingIDs(deps, organizationID, LOOKED_AT)
    .filter((id) => !known.has(keyOf(id)))
    .slice(0, AT_ONCE);
  for (const id of waiting) {
    const row = findShipmentRow(deps, id);
    if (signal.aborted) return;
    if (row === undefined) continue;
    if (row.test === 0) {
      const recipient = partyOf(addressRowsOf(deps, row).recipient);
      const outcome = await connection.registerRecipient?.(
        {
          ...priceEnquiry({
            organizationID,
            from: recipient,
            to: recipient,
            parcel: NO_PARCEL,
            at: deps.now(),
          }),
          recipient,
        },
        AbortSignal.any([signal, AbortSignal.timeout(connection.timeoutMs)]),
      );
      if (outcome?.outcome === "unknown") return;
      // A refused recipient is named when the label is bought.
      await setTimeout(gapMs, undefined, { signal }).catch(() => undefined);
    }
    known.add(keyOf(id));
  }
}

const NO_PARCEL = { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 };
