/** Chooses the offer of a stored shipment by the organization's rules. */
import { turkishDay } from "../../base/turkish-day.ts";
import { toKg } from "../../base/units.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { recipientPays } from "../offers/offer-price.ts";
import {
  cheapestOf,
  isSampleOffer,
  listCurrentOffers,
  isQuoted,
  type StoredOffer,
} from "../offers/offers.service.ts";
import { isPriceValid } from "../offers/valid-offer.ts";
import { isInTestMode } from "../../organizations/organizations.service.ts";
import type { Consigned } from "../shipments/shipment-draft.ts";
import { draftOf } from "../shipments/consign-shipment.ts";
import { getShipmentRow, type ShipmentRow } from "../shipments/shipments.service.ts";
import { readPurchase } from "../shipments/stored-snapshot.ts";
import { chooseOffer, type Candidate, type OrderFacts } from "./choose-offer.ts";
import type { NamedRule } from "../offers/chosen-rule.schema.ts";
import type { OfferChoice } from "./choosing.schema.ts";
import { hasUnreadRules, listRules, type RuleRow } from "./choosing.store.ts";
import { wordsOf, type NameDeps } from "./rule-names.ts";

type ChoiceDeps = NameDeps & Pick<ShippingDeps, "calendar">;

/** A choice. `offer`: the chosen offer; undefined when there is none, or when rules exclude all. */
export type Choice = Omit<OfferChoice, "isBought"> & { readonly offer: StoredOffer | undefined };

/**
 * Presents the choice for a shipment that the actor may see.
 *
 * @throws AppError E1051
 */
export function choiceOf(deps: ChoiceDeps, actor: Actor, shipmentID: string): OfferChoice {
  const row = getShipmentRow(deps, actor, shipmentID);
  const purchase = readPurchase(row);
  if (purchase !== null)
    return {
      offerID: purchase.offer.id === "" ? null : purchase.offer.id,
      rule: purchase.rule === null ? null : { id: purchase.rule.id, words: purchase.rule.words },
      isBought: true,
      buysAtOnce: false,
      excluded: [],
    };
  const { offer: _, ...choice } = findChoice(deps, draftOf(deps, row));
  return { ...choice, buysAtOnce: choice.buysAtOnce && mayBeBought(row), isBought: false };
}

function mayBeBought({ status, holdReason }: ShipmentRow): boolean {
  return holdReason === "" && (status === "CREATED" || status === "GOT_OFFERS");
}

/** Returns whether an organization has rules; without rules the cheapest offer is chosen. */
export function hasRules({ db }: Pick<NameDeps, "db">, organizationID: string): boolean {
  return listRules(db, organizationID).length > 0;
}

/**
 * Chooses one of a shipment's current offers. Offers that are no longer valid are not chosen.
 *
 * @param shipment The shipment as stored.
 */
export function findChoice(deps: ChoiceDeps, shipment: Consigned): Choice {
  const { id, organizationID } = shipment.columns;
  const offers = listCurrentOffers(deps, id).filter(
    (offer) => offer.parentOfferID === null && isPriceValid(deps, offer),
  );
  const rules = listRules(deps.db, organizationID);
  if (rules.length === 0) {
    const offer = cheapestOf(offers);
    return { offer, offerID: offer?.id ?? null, rule: null, buysAtOnce: false, excluded: [] };
  }
  const { chosen, rule, excluded } = chooseOffer(
    deps.calendar,
    rules,
    factsOf(shipment, offers[0]?.createdAt ?? deps.now()),
    offers.map(candidateOf),
  );
  const named = (row: RuleRow): NamedRule => ({ id: row.id, words: wordsOf(deps, row) });
  return {
    offer: offers.find((offer) => offer.id === chosen?.id),
    offerID: chosen?.id ?? null,
    rule: rule === undefined ? null : named(rule),
    buysAtOnce:
      chosen !== undefined &&
      isWithinLimit(rule, chosen) &&
      // A rule that this version cannot read may forbid the offer, or choose another one.
      !hasUnreadRules(deps.db, organizationID) &&
      shipment.columns.isReturn === 0 &&
      isMeasured(shipment) &&
      isQuoted(deps, id) &&
      isReal(
        deps,
        organizationID,
        offers.find((offer) => offer.id === chosen.id),
      ),
    excluded: [...excluded].map(([offerID, row]) => ({ offerID, rule: named(row) })),
  };
}

function isWithinLimit(rule: RuleRow | undefined, { cost }: Candidate): boolean {
  const limit = rule?.buyUpToMinor ?? null;
  return limit !== null && cost <= limit;
}

function isMeasured({ parcel: { length, width, height, weight } }: Consigned): boolean {
  return [length, width, height, weight].every((measure) => (measure ?? 0) > 0);
}

/** A label at a sample price takes no parcel, so outside test mode only a person buys it. */
function isReal(
  deps: Pick<NameDeps, "db">,
  organizationID: string,
  offer: StoredOffer | undefined,
): boolean {
  return offer !== undefined && (!isSampleOffer(offer) || isInTestMode(deps, organizationID));
}

/**
 * Reads the facts on which rules depend.
 *
 * @param at Time of the offers, from which their promised days count. Counted from a later day, a
 *   promise that has passed meanwhile would fit every limit of days.
 */
export function factsOf(
  { columns, parcel, addresses, order }: Omit<Consigned, "boxCount">,
  at: string,
): OrderFacts {
  const collects = columns.paymentOnDelivery === 1;
  return {
    countryCode: addresses.recipient.countryCode,
    cityCode: addresses.recipient.cityCode,
    desi: columns.desi,
    kg: toKg(parcel.weight ?? 0, parcel.massUnit),
    source: order?.sourceCode ?? "",
    merchant: columns.merchantCode,
    cashOnDelivery: collects ? (order?.collection === "card" ? "card" : "cash") : null,
    today: turkishDay(at),
  };
}

/** Converts a stored offer; one without a promised day gets the day that its hours lead to. */
export function candidateOf(offer: StoredOffer): Candidate {
  const { id, providerCode, providerServiceCode, providerAccountID, estimatedHours } = offer;
  const { createdAt, promisedOn } = offer;
  return {
    id,
    providerCode,
    providerServiceCode,
    providerAccountID,
    cost: offer.totalMinor + recipientPays(offer),
    estimatedHours,
    promisedOn: promisedOn === "" ? dayAfter(createdAt, estimatedHours) : promisedOn,
  };
}

const HOUR_MS = 3_600_000;

function dayAfter(at: string, hours: number): string {
  return turkishDay(new Date(Date.parse(at) + hours * HOUR_MS).toISOString());
}
