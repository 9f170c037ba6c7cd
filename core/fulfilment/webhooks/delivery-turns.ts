/**
 * Which station of an organization calls a webhook's receiver for an event. Each station knows each
 * event; one of them delivers:
 *
 * - A station alone delivers its own.
 * - At a hub each webhook has one station that delivers for it, whichever station made the event
 *   (`sync/deliveries/hold-turns.ts`).
 * - A station that is cut off delivers what it made itself and has not published, so that no other
 *   station has it.
 * - A receiver at an address of the caller's own machine is called by the station that registered
 *   it, since others would reach another program.
 */
import type { DeliveryRow } from "./deliveries.store.ts";
import { isOnOwnMachine } from "./check-target.ts";
import type { WebhookRow } from "./webhooks.store.ts";

/**
 * What the other stations have got they deliver; one that sees no hub for so long does not rely on
 * it.
 */
const LEFT_TO_OTHERS_MS = 10 * 60_000;

type Webhook = Pick<WebhookRow, "id" | "organization_id" | "url" | "home">;
type Delivery = Pick<DeliveryRow, "is_own" | "fact_seq">;

/** The part of the session with the hub. */
type SharedTurns = {
  readonly organizationID: string;
  /** The outbox row up to which all is published. */
  readonly published: () => number;
  /** Whether this station delivers for a webhook; undefined while there is no session. */
  readonly holds: ((webhookID: string) => boolean) | undefined;
};

export type DeliveryTurns = {
  /** Whether this station delivers it now. */
  isMine(webhook: Webhook, delivery: Delivery): boolean;
  /** "all": every event of the webhook. "own": some of those that were made here. "none". */
  share(webhook: Webhook): "all" | "own" | "none";
  /** The receiver is on the own machine of another station of the hub. */
  isElsewhere(webhook: Webhook): boolean;
  /**
   * How the stations share now: at the beginning and end of each session, and when another station
   * delivers for a webhook. Undefined: this station is alone.
   */
  set(shared: SharedTurns | undefined): void;
  /** Called after each change. */
  onChange: () => void;
};

/**
 * @param stationID Of this station.
 * @param cutOffMs After the loss of the connection, before a station delivers its own events.
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
    isElsewhere: (webhook) =>
      shared?.organizationID === webhook.organization_id &&
      isOnOwnMachine(webhook.url) &&
      webhook.home !== stationID,
    share(webhook) {
      if (shared?.organizationID !== webhook.organization_id) return "all";
      if (isOnOwnMachine(webhook.url)) return turns.isElsewhere(webhook) ? "none" : "all";
      if (shared.holds !== undefined) return shared.holds(webhook.id) ? "all" : "none";
      return performance.now() - cutAt > cutOffMs ? "own" : "none";
    },
    isMine(webhook, delivery) {
      const share = turns.share(webhook);
      if (share !== "own") return share === "all";
      return (
        delivery.is_own === 1 &&
        (delivery.fact_seq > (shared?.published() ?? 0) ||
          performance.now() - cutAt > LEFT_TO_OTHERS_MS)
      );
    },
  };
  return turns;
}
