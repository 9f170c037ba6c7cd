/**
 * Offers that came after the first ones were on the screen: they are appended below and change
 * neither the order nor the choice, because the packer may be about to press a key. Pure.
 */
import type { Offer } from "../../../../core/shipping/offers/offers.schema.ts";
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";

/** `choice`: what the rules choose now, with these offers. */
type LateOffers = {
  readonly ids: readonly string[];
  readonly choice: OpenedOrder["choice"];
};

/** An order with the offers that came late, if any. */
export type WithLate = OpenedOrder & { readonly late?: LateOffers | undefined };

type Shown<Parcel extends WithLate> = { readonly parcel: Parcel; readonly offerID: string | null };

/**
 * Returns the order as read again, with its new offers marked as late. They are not late when
 * nothing was shown before, when all offers are new, or when the chosen one is gone.
 *
 * @param shown The order on the screen, and its chosen offer.
 */
export function withLate<Parcel extends WithLate>(shown: Shown<Parcel>, fresh: Parcel): Parcel {
  const before = shown.parcel.late?.ids ?? [];
  const list = offersIn(fresh);
  const first = new Set(
    offersIn(shown.parcel)
      .map(({ id }) => id)
      .filter((id) => !before.includes(id)),
  );
  const isFirstKept = list.some(({ id }) => first.has(id));
  const isChosenKept = shown.offerID === null || hasOffer(fresh, shown.offerID);
  const late = list.filter(({ id }) => !first.has(id));
  if (!isFirstKept || !isChosenKept || late.length === 0) return fresh;
  const placeOf = ({ id }: Offer): number => (before.includes(id) ? before.indexOf(id) : Infinity);
  const ids = late.toSorted((a, b) => compare(placeOf(a), placeOf(b)) || byPrice(a, b));
  return {
    ...fresh,
    choice: heldChoice(shown.parcel.choice, fresh.choice),
    late: { ids: ids.map(({ id }) => id), choice: fresh.choice },
  };
}

/** Returns the order with its late offers among the others, and the rules' present choice. */
export function withoutLate<Parcel extends WithLate>(parcel: Parcel): Parcel {
  return parcel.late === undefined
    ? parcel
    : { ...parcel, choice: parcel.late.choice, late: undefined };
}

/** Keeps the chosen offer and its rule; it is bought at once only if the rules still choose it. */
function heldChoice(
  before: OpenedOrder["choice"],
  now: OpenedOrder["choice"],
): OpenedOrder["choice"] {
  if (before === null || now === null) return before;
  return {
    ...now,
    offerID: before.offerID,
    rule: before.rule,
    buysAtOnce: now.buysAtOnce && now.offerID === before.offerID,
  };
}

function offersIn({ shipment }: OpenedOrder): readonly Offer[] {
  return shipment.offers?.list ?? [];
}

function hasOffer(parcel: OpenedOrder, offerID: string): boolean {
  return offersIn(parcel)
    .flatMap((offer) => [offer, ...offer.subOffer])
    .some(({ id }) => id === offerID);
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Compares two offers by their price with tax. */
export function byPrice(a: Offer, b: Offer): number {
  return Number(a.totalAmount) - Number(b.totalAmount);
}
