/** Sorts and finds an order's offers, and keeps the chosen offer after a refresh. Pure. */
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import { byPrice, type WithLate } from "./late-offers.ts";

/**
 * Returns the offers as they are shown and numbered: cheapest first, then those that came late, in
 * the order in which they came.
 */
export function offersOf(parcel: WithLate): readonly Offer[] {
  const list = parcel.shipment.offers?.list ?? [];
  const late = parcel.late?.ids ?? [];
  return [
    ...list.filter(({ id }) => !late.includes(id)).toSorted(byPrice),
    ...late.flatMap((lateID) => list.find(({ id }) => id === lateID) ?? []),
  ];
}

/** Returns the cheapest of the offers; undefined without offers. */
export function cheapestOf(offers: readonly Offer[]): Offer | undefined {
  return offers.toSorted(byPrice)[0];
}

/**
 * Returns the offer to choose for speed: the cheapest of those that arrive on the first day.
 *
 * @param offers Cheapest first.
 * @param dayOf Returns the day on which a parcel arrives after a transit time in nanoseconds; "" for
 *   none.
 * @returns undefined when nothing is promised, or when all offers arrive on one day.
 */
export function fastestOf(
  offers: readonly Offer[],
  dayOf: (transit: number) => string,
): Offer | undefined {
  const promised = offers.filter(({ averageEstimatedTime: time }) => dayOf(time) !== "");
  const first = promised.toSorted((a, b) => a.averageEstimatedTime - b.averageEstimatedTime)[0];
  if (first === undefined) return undefined;
  const firstDay = dayOf(first.averageEstimatedTime);
  const early = promised.filter(({ averageEstimatedTime: time }) => dayOf(time) === firstDay);
  return early.length === offers.length ? undefined : early[0];
}

/** Finds an offer or an appointment by id; undefined when the order has none with this id. */
export function findOffer(parcel: OpenedOrder, offerID: string | null): Offer | undefined {
  for (const offer of parcel.shipment.offers?.list ?? []) {
    if (offer.id === offerID) return offer;
    const appointment = offer.subOffer.find((sub) => sub.id === offerID);
    if (appointment !== undefined) return { ...appointment, subOffer: [] };
  }
  return undefined;
}

/**
 * Returns how much an offer costs above the cheapest offer, as money text; null when it costs the
 * same.
 */
export function aboveCheapest(
  parcel: OpenedOrder,
  offer: Pick<Offer, "totalAmount">,
): string | null {
  const cheapest = cheapestOf(offersOf(parcel));
  const more =
    cheapest === undefined
      ? 0
      : Math.round(Number(offer.totalAmount) * 100) -
        Math.round(Number(cheapest.totalAmount) * 100);
  return more > 0 ? (more / 100).toFixed(2) : null;
}

/**
 * A chosen offer that is no longer made. `service`: the name of its service. `day`: the chosen
 * delivery day, YYYY-MM-DD, which the service no longer offers; null: no day was chosen.
 */
export type LostOffer = { readonly service: string; readonly day: string | null };

/**
 * Keeps the chosen offer after a refresh. If the id is gone, because new offers have new ids, the
 * offer is matched by carrier, service and agreement, and an appointment also by its delivery day.
 *
 * @param before The order when the packer chose; null: nothing was chosen yet.
 * @returns `lost`: the chosen offer when it is no longer made; the offer of the rules, or without
 *   rules the cheapest, is chosen then.
 */
export function keepChoice(
  parcel: OpenedOrder,
  before: ChosenBefore,
): { readonly offerID: string | null; readonly lost: LostOffer | null } {
  const wanted = before === null ? undefined : findOffer(before.parcel, before.offerID);
  const day =
    before === null
      ? null
      : (appointmentsOf(before.parcel).find(({ id }) => id === before.offerID)?.scheduleDate ??
        null);
  const alike =
    day === null
      ? (parcel.shipment.offers?.list ?? [])
      : appointmentsOf(parcel).filter(({ scheduleDate }) => scheduleDate === day);
  const kept =
    wanted === undefined || isStationsChoice(before)
      ? undefined
      : (findOffer(parcel, wanted.id) ?? alike.find((offer) => sameService(offer, wanted)));
  const offer = kept ?? proposedOf(parcel);
  const lost =
    wanted !== undefined && kept === undefined && !isStationsChoice(before)
      ? {
          service:
            before?.parcel.serviceNames[wanted.providerServiceCode] ?? wanted.providerServiceCode,
          day,
        }
      : null;
  return { offerID: offer?.id ?? null, lost };
}

/** Returns the offer that the rules choose, or without rules the cheapest. */
function proposedOf(parcel: OpenedOrder): Offer | undefined {
  return parcel.choice === null
    ? (parcel.shipment.offers?.cheapest ?? offersOf(parcel)[0])
    : findOffer(parcel, parcel.choice.offerID);
}

/** Returns whether rules exclude every offer, so that a person must choose. */
export function isAllExcluded({ choice }: Pick<OpenedOrder, "choice">): boolean {
  return choice !== null && choice.offerID === null && choice.excluded.length > 0;
}

type ChosenBefore = { readonly parcel: OpenedOrder; readonly offerID: string | null } | null;

/** Returns whether rules chose the offer: after a change of the order they choose again. */
function isStationsChoice(before: ChosenBefore): boolean {
  return (
    before !== null &&
    before.parcel.choice !== null &&
    before.offerID === before.parcel.choice.offerID
  );
}

type Appointment = Offer["subOffer"][number];

function appointmentsOf(parcel: OpenedOrder): readonly Appointment[] {
  return (parcel.shipment.offers?.list ?? []).flatMap(({ subOffer }) => subOffer);
}

function sameService(a: Offer | Appointment, b: Offer): boolean {
  return (
    a.providerCode === b.providerCode &&
    a.providerServiceCode === b.providerServiceCode &&
    a.providerAccountID === b.providerAccountID
  );
}
