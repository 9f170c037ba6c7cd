/** Reads the events of a parcel from Yurtiçi's answer to a query. Its times are Turkish time. */
import { childAt, childrenOf, textAt, type XmlElement } from "../../../base/xml/xml.ts";
import type { Instant } from "../../../base/units.ts";
import { minor } from "../../../base/money.ts";
import type { Charge, Tracked, TrackedEvent } from "../carrier.ts";
import { minorIn, numberIn, turkishInstant } from "../carrier-answers.ts";
import type { Row } from "./client.ts";
import { directionOf, eventCode, isHandled } from "./statuses.ts";

const PUBLIC_PAGE = "https://www.yurticikargo.com/tr/online-servisler/gonderi-sorgula?code=";

/** Reads what is reported about one parcel, with its events in the order of their times. */
export function readTracked(purchaseKey: string, row: Row): Tracked {
  const item = childAt(row.element, "shippingDeliveryItemDetailVO");
  const number = textAt(item, "docId");
  const trackingNumber = number === "0" ? "" : number;
  const events = eventsOf(row, item);
  if (trackingNumber === "") return { purchaseKey, events };
  const charge = chargeOf(item);
  const url = textAt(item, "trackingUrl");
  return {
    purchaseKey,
    trackingNumber,
    trackingUrl: isWebAddress(url) ? url : PUBLIC_PAGE + encodeURIComponent(trackingNumber),
    ...(charge === undefined ? {} : { charge }),
    events,
  };
}

/** Reads the price of the branch's document, which the branch writes after it has measured. */
function chargeOf(item: XmlElement | undefined): Charge | undefined {
  const amount = minorIn(textAt(item, "totalPrice"));
  if (amount === undefined || amount <= 0) return undefined;
  return { amount: minor(amount), desi: numberIn(textAt(item, "totalDesi")) ?? 0 };
}

function eventsOf(row: Row, item: XmlElement | undefined): readonly TrackedEvent[] {
  if (item === undefined) return [];
  const direction = directionOf({
    rejectStatus: textAt(item, "rejectStatus"),
    rejectWords: rejectWordsOf(item),
    returnStatus: textAt(item, "returnStatus"),
  });
  const scans = childrenOf(item, "invDocCargoVOArray")
    .flatMap(scanOf)
    // A parcel that came back is delivered too: to its sender.
    .map((scan): TrackedEvent =>
      direction !== "forward" && scan.subCode === "delivered"
        ? { ...scan, subCode: "other" }
        : scan,
    );
  const lastAt = scans.reduce<Instant | undefined>(
    (last, { at }) => (last === undefined || at > last ? at : last),
    undefined,
  );
  const isReported = scans.some(({ subCode }) => subCode === "delivered");
  const end =
    direction === "forward"
      ? row.status === "DLV" && !isReported
        ? deliveryOf(row, item, lastAt)
        : []
      : returnOf(row, item, direction, lastAt);
  const events = [...acceptanceOf(row, item), ...scans, ...end];
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function scanOf(scan: XmlElement): readonly TrackedEvent[] {
  const at = turkishInstant(textAt(scan, "eventDate"), textAt(scan, "eventTime"));
  if (at === undefined) return [];
  const name = textAt(scan, "eventName");
  const reason = textAt(scan, "reasonId") === "OK" ? "" : textAt(scan, "reasonName");
  return [
    {
      subCode: eventCode(textAt(scan, "eventId")),
      description: joined([name, reason], ": "),
      location: joined([textAt(scan, "unitName"), textAt(scan, "cityName")], ", "),
      at,
    },
  ];
}

/** The branch's document proves that a branch has the parcel; its scan has no published id. */
function acceptanceOf(row: Row, item: XmlElement): readonly TrackedEvent[] {
  const at = turkishInstant(textAt(item, "documentDate"), textAt(item, "documentTime"));
  if (at === undefined || !isHandled(row.status)) return [];
  return [
    {
      subCode: "package_accepted",
      description: textAt(item, "docTypeExplanation"),
      location: textAt(item, "departureUnitName"),
      at,
    },
  ];
}

function deliveryOf(
  row: Row,
  item: XmlElement,
  lastAt: Instant | undefined,
): readonly TrackedEvent[] {
  const at = turkishInstant(textAt(item, "deliveryDate"), textAt(item, "deliveryTime")) ?? lastAt;
  return eventAt(at, "delivered", row.words, item);
}

/** Reads that a parcel is on its way back, or back at the sender. */
function returnOf(
  row: Row,
  item: XmlElement,
  direction: "returning" | "returned",
  lastAt: Instant | undefined,
): readonly TrackedEvent[] {
  if (direction === "returning")
    return eventAt(
      turkishInstant(textAt(item, "returnDocumentDate"), "") ?? lastAt,
      "package_undeliverable",
      rejectWordsOf(item) || row.words,
      item,
    );
  const at =
    turkishInstant(textAt(item, "returnDeliveryDate"), "") ??
    turkishInstant(textAt(item, "deliveryDate"), textAt(item, "deliveryTime")) ??
    lastAt;
  return eventAt(
    at,
    "return_to_sender",
    textAt(item, "returnStatusExplanation") || row.words,
    item,
  );
}

function eventAt(
  at: Instant | undefined,
  subCode: TrackedEvent["subCode"],
  description: string,
  item: XmlElement,
): readonly TrackedEvent[] {
  const location = textAt(item, "deliveryUnitName");
  return at === undefined ? [] : [{ subCode, description, location, at }];
}

function rejectWordsOf(item: XmlElement): string {
  const names = ["rejectStatusExplanation", "rejectReasonExplanation"];
  return joined(
    names.map((name) => textAt(item, name)),
    ": ",
  );
}

function joined(texts: readonly string[], by: string): string {
  return texts.filter((text) => text !== "").join(by);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
