/** Converts between our consignments and quotes, and another server's shipments and offers. Pure. */
import { createHash } from "node:crypto";
import { instantOf, type Instant } from "../../../base/units.ts";
import { moneyText } from "../../../base/money.ts";
import type { Quote, QuoteDetails, Quotes } from "../carrier.ts";
import { currentCode } from "../carrier-code.schema.ts";
import type { Consignment, Party } from "../consignment.ts";
import { ineligibleBecause } from "../ineligible.ts";
import type { IneligibleService } from "../ineligible.schema.ts";
import {
  isCode,
  isLira,
  priceOf,
  type RemoteOffer,
  type RemoteOffers,
  type RemoteShipment,
} from "./read-data.ts";
import { nameOfCode } from "../service-names.ts";

const HOUR_NS = 3_600_000_000_000;
const HOUR_MS = 3_600_000;
/**
 * How long another server's offers can be accepted. After it, and before a day is over, the
 * unbought shipment is cancelled there.
 */
const VALID_MS = 20 * HOUR_MS;

/** Makes the body of an address. */
export function addressOf(party: Party) {
  const { name, email, phone, address1, address2, countryCode } = party;
  const { cityCode, cityName, districtName, state, zip } = party;
  return {
    name,
    email,
    phone,
    address1,
    address2,
    countryCode,
    cityCode,
    cityName,
    // Each server numbers its districts itself, so a district goes by its name.
    districtName,
    state,
    zip,
  };
}

/** Ids of the shipment's addresses there, and the key of the request. */
export type Placed = {
  readonly senderAddressID: string;
  readonly returnAddressID: string;
  readonly key: string;
};

/** Makes the body that creates a shipment there. */
export function shipmentOf(consignment: Consignment, { key, ...placed }: Placed) {
  const { recipient, parcels, items, cashOnDelivery, references, customerCodes } = consignment;
  const [parcel] = parcels;
  const size = (value: number | undefined): string =>
    String(Math.round((value ?? 0) * 1_000) / 1_000);
  return {
    test: consignment.isTest,
    ...placed,
    recipientAddress: addressOf(recipient),
    length: size(parcel?.lengthCm),
    width: size(parcel?.widthCm),
    height: size(parcel?.heightCm),
    distanceUnit: "cm",
    weight: size(parcel?.weightKg),
    massUnit: "kg",
    items: items.map(({ title, quantity }) => ({ title, quantity })),
    hidePackageContentOnTag: consignment.hidesContents,
    productPaymentOnDelivery: cashOnDelivery !== null,
    order: {
      sourceCode: "API",
      sourceIdentifier: key,
      orderNumber: references.orderNumber,
      ...(cashOnDelivery === null
        ? {}
        : {
            totalAmount: moneyText(cashOnDelivery.amount),
            totalAmountCurrency: cashOnDelivery.currency,
          }),
    },
    metadata: {
      providerCustomerCodes: customerCodes,
      reference1: references.reference1,
      askedBy: [...(consignment.askedBy ?? []), consignment.organizationID],
    },
  };
}

/**
 * Makes a short check value of what the offers of a shipment there are for. At the purchase it
 * shows whether an address or the amount to collect has changed since, which the label there would
 * not have. Too short to find the addresses from it.
 */
export function checkOf(consignment: Consignment): string {
  const { sender, recipient, returnTo, parcels, cashOnDelivery, isTest } = consignment;
  const back = returnTo === null ? null : addressOf(returnTo);
  const sent = [addressOf(sender), addressOf(recipient), back, parcels, cashOnDelivery, isTest];
  return createHash("sha256").update(JSON.stringify(sent)).digest("hex").slice(0, 8);
}

/** Returns whether an offer is for this consignment. @param details Details of the offer. */
export function isStillFor({ check }: QuoteDetails, consignment: Consignment): boolean {
  return check === undefined || check === checkOf(consignment);
}

/** Account that sells, as its offers name it. */
export type SellingAccount = { readonly id: string; readonly name: string };

/** Request that a shipment's offers answer, and the codes of `readCodes` to which it is limited. */
type Wanted = {
  readonly key: string;
  readonly at: Instant;
  readonly check: string;
  readonly only: readonly string[];
};

/** Converts the offers of a shipment there; `ineligible` says which were left out. */
export function quotesOfShipment(
  account: SellingAccount,
  { id, offers }: Pick<RemoteShipment, "id" | "offers">,
  { key, at, check, only }: Wanted,
): Quotes {
  const expiresAt = instantOf(Date.parse(at) + VALID_MS);
  const whyLeftOut = (offer: RemoteOffer): IneligibleService | undefined => {
    if (only.length > 0 && !only.includes(comparable(offer.providerServiceCode)))
      return ineligibleBecause(namesOf(account, offer), "NOT_CHOSEN");
    const { currency, subOffer } = offer;
    return [currency, ...subOffer.map((sub) => sub.currency)].every(isLira)
      ? undefined
      : ineligibleBecause(namesOf(account, offer), "OTHER_CURRENCY", currency || "?");
  };
  const quoteOf = (offer: RemoteOffer): Quote => ({
    providerCode: offer.providerCode,
    providerServiceCode: offer.providerServiceCode,
    serviceName: nameOfCode(offer.providerServiceCode),
    providerAccountID: account.id,
    providerAccountName: account.name,
    price: priceOf(offer),
    estimatedHours: Math.round(offer.averageEstimatedTime / HOUR_NS),
    durationTerms: offer.durationTerms,
    rating: offer.rating,
    expiresAt,
    appointments: offer.subOffer.map((sub) => ({
      scheduleDate: sub.scheduleDate,
      price: priceOf(sub),
      details: { offerID: sub.id },
    })),
    details: {
      paidThere: true,
      key,
      check,
      shipmentID: id,
      offerID: offer.id,
      ...(offer.isSample ? { isSample: true } : {}),
    },
  });
  return {
    quotes: offers.list.filter((offer) => whyLeftOut(offer) === undefined).map(quoteOf),
    ineligible: [
      ...offers.list.flatMap((offer) => whyLeftOut(offer) ?? []),
      ...missingPart(account, offers),
    ],
  };
}

function missingPart(account: SellingAccount, offers: RemoteOffers): IneligibleService[] {
  return [
    ...(offers.unread > 0 ? [ineligibleBecause(namesOf(account), "UNREADABLE")] : []),
    ...(offers.isComplete ? [] : [ineligibleBecause(namesOf(account), "INCOMPLETE")]),
  ];
}

/** Names the server, or one of its services, in a list of reasons. */
export function namesOf(
  account: SellingAccount,
  offer?: Pick<RemoteOffer, "providerCode" | "providerServiceCode">,
): Pick<IneligibleService, "providerCode" | "providerServiceCode" | "name"> {
  return {
    providerCode: offer?.providerCode ?? "",
    providerServiceCode: offer?.providerServiceCode ?? "",
    name:
      offer === undefined
        ? account.name
        : `${account.name}: ${nameOfCode(offer.providerServiceCode)}`,
  };
}

/** Reads codes of services, separated by commas; undefined when one of them is no code. */
export function readCodes(text: string): readonly string[] | undefined {
  const codes = text === "" ? [] : text.split(",").map((code) => comparable(code.trim()));
  return codes.every(isCode) ? codes : undefined;
}

/** Returns the form of a service's code in which typed codes and those of offers are compared. */
function comparable(code: string): string {
  return currentCode(code).toUpperCase();
}
