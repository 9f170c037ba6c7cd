/**
 * Decides which station of an organization calls a webhook's receiver for an event. Connected
 * stations know all events, and these rules choose the one station that delivers an event:
 *
 * - A station that has not joined a hub delivers its own events.
 * - At a hub each webhook has one station that delivers for it, whichever station made the event
 *   (`sync/deliveries/claim-webhooks.ts`).
 * - A disconnected station delivers the events that it made and has not published, since no other
 *   station has them. After ten minutes it also delivers those that it has published. It lets each
 *   event get older than the age from which the other stations hold an event back
 *   (`plan-deliveries.ts`): when the connection is back, its attempts reach them before they call.
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
type Delivery = Pick<DeliveryRow, "isOwn" | "factSeq" | "createdAt">;

/** Intervals and ages, ms. */
export type DeliveryTimes = {
  /**
   * Delay after the loss of the connection before a station delivers its own events, because a
   * connection is usually back soon.
   */
  readonly deliveriesCutOffMs: number;
  /** Age from which a disconnected station delivers an own event; above `deliveriesLateMs`. */
  readonly deliveriesOwnAgeMs: number;
  /** Age above which another station's event counts as late. */
  readonly deliveriesLateMs: number;
  /** How long another station's late event is held back. */
  readonly deliveriesHeldMs: number;
};

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
  /** Time until which another station's event of this time is held back; "": not at all. */
  heldUntil(eventAt: string): string;
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
 * @param now Time of the station's events.
 */
export function createDeliveryTurns(
  stationID: string,
  times: DeliveryTimes,
  now: () => string,
): DeliveryTurns {
  const ageOf = (at: string): number => Date.parse(now()) - Date.parse(at);
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
    heldUntil: (eventAt) =>
      ageOf(eventAt) > times.deliveriesLateMs
        ? new Date(Date.parse(now()) + times.deliveriesHeldMs).toISOString()
        : "",
    isElsewhere: (webhook) =>
      shared?.organizationID === webhook.organizationID &&
      isOnOwnMachine(webhook.url) &&
      webhook.home !== stationID,
    share(webhook) {
      if (shared?.organizationID !== webhook.organizationID) return "all";
      if (isOnOwnMachine(webhook.url)) return turns.isElsewhere(webhook) ? "none" : "all";
      if (shared.holds !== undefined) return shared.holds(webhook.id) ? "all" : "none";
      return performance.now() - cutAt > times.deliveriesCutOffMs ? "own" : "none";
    },
    isMine(webhook, delivery) {
      const share = turns.share(webhook);
      if (share !== "own") return share === "all";
      return (
        delivery.isOwn === 1 &&
        ageOf(delivery.createdAt) >= times.deliveriesOwnAgeMs &&
        (delivery.factSeq > (shared?.published() ?? 0) ||
          performance.now() - cutAt > LEFT_TO_OTHERS_MS)
      );
    },
  };
  return turns;
}
