/**
 * States and moves of a shipment, defined only here. Except when it folds facts, a station changes
 * a status only by `move`; an event that fits no move changes nothing and is not an error.
 * `fold-facts.ts` states which facts win when stations contradict each other.
 */
export const SHIPMENT_STATUSES = [
  "CREATED",
  "GOT_OFFERS",
  "OFFER_ACCEPTED",
  "TRACKING_CODE_CREATED",
  "LABEL_PRINTED",
  "SHIPPED",
  "DELIVERED",
  "CANCELED",
  "RETURNED",
  "RETURN_SHIPPED",
  "FAILED",
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

const SHIPMENT_EVENTS = [
  "quoted",
  "purchaseOpened",
  "purchaseRefused",
  "bought",
  "labelPrinted",
  "shipped",
  "delivered",
  "failed",
  "returned",
  "cancelled",
] as const;
export type ShipmentEvent = (typeof SHIPMENT_EVENTS)[number];
const KNOWN_EVENTS: ReadonlySet<string> = new Set(SHIPMENT_EVENTS);

/**
 * Returns whether a text is the name of an event. Another station with a later version may store
 * unknown names.
 */
export function isShipmentEvent(text: string): text is ShipmentEvent {
  return KNOWN_EVENTS.has(text);
}

const MOVES: Readonly<
  Record<ShipmentStatus, Readonly<Partial<Record<ShipmentEvent, ShipmentStatus>>>>
> = {
  CREATED: { quoted: "GOT_OFFERS", cancelled: "CANCELED" },
  GOT_OFFERS: { quoted: "GOT_OFFERS", purchaseOpened: "OFFER_ACCEPTED", cancelled: "CANCELED" },
  OFFER_ACCEPTED: { bought: "TRACKING_CODE_CREATED", purchaseRefused: "GOT_OFFERS" },
  TRACKING_CODE_CREATED: {
    labelPrinted: "LABEL_PRINTED",
    shipped: "SHIPPED",
    delivered: "DELIVERED",
    failed: "FAILED",
    returned: "RETURNED",
    cancelled: "CANCELED",
  },
  LABEL_PRINTED: {
    shipped: "SHIPPED",
    delivered: "DELIVERED",
    failed: "FAILED",
    returned: "RETURNED",
    cancelled: "CANCELED",
  },
  SHIPPED: { delivered: "DELIVERED", failed: "FAILED", returned: "RETURNED" },
  RETURN_SHIPPED: { delivered: "DELIVERED", failed: "FAILED", returned: "RETURNED" },
  FAILED: { shipped: "SHIPPED", delivered: "DELIVERED", returned: "RETURNED" },
  DELIVERED: {},
  RETURNED: {},
  CANCELED: {},
};

/**
 * Finds the status after an event.
 *
 * @param isReturn Whether the shipment is a return, whose status in transit is RETURN_SHIPPED.
 * @returns The status; undefined when the event fits no move.
 */
export function move(
  from: ShipmentStatus,
  event: ShipmentEvent,
  isReturn: boolean,
): ShipmentStatus | undefined {
  const to = MOVES[from][event];
  return to === "SHIPPED" && isReturn ? "RETURN_SHIPPED" : to;
}

/** Returns whether a label was bought and was not cancelled. */
export function isBought(status: ShipmentStatus): boolean {
  return !["CREATED", "GOT_OFFERS", "OFFER_ACCEPTED", "CANCELED"].includes(status);
}
