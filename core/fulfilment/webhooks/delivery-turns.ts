/**
 * Decides which station of an organization calls a webhook's receiver for an event. Connected
 * stations know all events, and these rules choose the one station that delivers an event:
 *
 * - A station that has not joined a hub delivers its own events.
 * - At a hub each webhook has one station that delivers for it, whichever station made the event
 *   (`sync/deliveries/claim-webhooks.ts`).
 * - A disconnected station delivers the events that it made and has not published, since no other
 *   station has them. After ten minutes it also delivers those that it has published.
 * - A receiver at a loopback address is called by the station that registered it, since other
 *   stations would reach another program.
 */
import type { DeliveryRow } from "./deliveries.store.ts";
import { isOnOwnMachine } from "./check-target.ts";
import type { WebhookRow } from "./webhooks.store.ts";

/**
 * Time after the connection is lost during which own published events are left to the other
 * stations, ms.
 */
const LEFT_TO_OTHERS_MS = 10 * 60_000;

type Webhook = Pick<WebhookRow, "id" | "organizationID" | "url" | "home">;
type Delivery = Pick<DeliveryRow, "isOwn" | "factSeq">;

/** Delivery state of the session with the hub. */
type SharedTurns = {
  readonly organizationID: string;
  /** Outbox row up to which everything is published. */
  readonly published: () => number;
  /** Returns whether this station delivers for a webhook; undefined while there is no session. */
  readonly holds: ((webhookID: string) => boolean) | undefined;
};

export type DeliveryTurns = {
  /** Returns whether this station sends the delivery now. */
  isMine(webhook: Webhook, delivery: Delivery): boolean;
  /**
   * Finds which events of a webhook this station delivers. "all": every event. "own": only events
   * that were made here, decided by `isMine`. "none": no event.
   */
  share(webhook: Webhook): "all" | "own" | "none";
  /**
   * Returns whether this station asks a carrier for the scans of an account: it is alone, or it has
   * claimed the account at the hub. A disconnected station leaves the account to the others.
   */
  isTurn(organizationID: string, accountID: string): boolean;
  /** Returns whether the receiver runs on the machine of another station of the hub. */
  isElsewhere(webhook: Webhook): boolean;
  /**
   * Sets how the stations share deliveries. Called at the start and end of each session, and when
   * another station takes over a webhook. Undefined: this station has not joined a hub.
   */
  set(shared: SharedTurns | undefined): void;
  /** Called after each change. */
  onChange: () => void;
};

/**
 * Creates the delivery turns of one station.
 *
 * @param stationID This station.
 * @param cutOffMs Delay after the loss of the connection before a station delivers its own events.
 */
export function createDeliveryTurns(stationID: string, cutOffMs: number): DeliveryTurns {
  let shared: SharedTurns | undefined;
  let cutAt = performance.now();
  const turns: DeliveryTurns = {
    onChange: () => {},
    set(next) {
      if (next?.holds === undefined && (shared === undefined || shared.holds !== undefined))
        cutAt = performance.now();
      shared = next;
      turns.onChange();
    },
    isTurn: (organizationID, accountID) =>
      shared?.organizationID !== organizationID || shared.holds?.(accountID) === true,
    isElsewhere: (webhook) =>
      shared?.organizationID === webhook.organizationID &&
      isOnOwnMachine(webhook.url) &&
      webhook.home !== stationID,
    share(webhook) {
      if (shared?.organizationID !== webhook.organizationID) return "all";
      if (isOnOwnMachine(webhook.url)) return turns.isElsewhere(webhook) ? "none" : "all";
      if (shared.holds !== undefined) return shared.holds(webhook.id) ? "all" : "none";
      return performance.now() - cutAt > cutOffMs ? "own" : "none";
    },
    isMine(webhook, delivery) {
      const share = turns.share(webhook);
      if (share !== "own") return share === "all";
      return (
        delivery.isOwn === 1 &&
        (delivery.factSeq > (shared?.published() ?? 0) ||
          performance.now() - cutAt > LEFT_TO_OTHERS_MS)
      );
    },
  };
  return turns;
}
