/** Reads the events of a parcel from its state and its movements. */
import type { Instant } from "../../../base/units.ts";
import type { Tracked, TrackedEvent } from "../carrier.ts";
import { turkishInstant } from "../carrier-answers.ts";
import { httpsIn } from "./read-bought.ts";
import { recordOf, recordsOf, textIn, type JsonRecord } from "./read-json.ts";
import { stateOf, subCodeOf } from "./statuses.ts";

type Movement = {
  readonly state: string;
  readonly description: string;
  readonly location: string;
  readonly at: Instant;
};

/**
 * Reads the answers about one parcel; undefined when the state names no shipment.
 *
 * @param status    Answer to a getshipmentstatus.
 * @param movements Answer to a trackshipment; undefined when it found none.
 */
export function readTracked(
  purchaseKey: string,
  status: unknown,
  movements: unknown,
): Tracked | undefined {
  const head = recordOf(status);
  const trackingNumber = textIn(head, "shipmentId");
  if (trackingNumber === "") return undefined;
  const trackingUrl = httpsIn(head, "trackingUrl");
  return {
    purchaseKey,
    trackingNumber,
    ...(trackingUrl === "" ? {} : { trackingUrl }),
    events: eventsOf(withPresent(movementsIn(movements), head)),
  };
}

/** A parcel has some dozens. Each one is compared with those before it. */
const MOST_MOVEMENTS = 500;

function eventsOf(movements: readonly Movement[]): readonly TrackedEvent[] {
  return movements.map(({ state, ...event }, n) => ({
    subCode: subCodeOf(
      state,
      movements.slice(0, n).map((one) => one.state),
    ),
    ...event,
  }));
}

function movementsIn(value: unknown): readonly Movement[] {
  const records = value === undefined ? [] : recordsOf(value);
  return records
    .slice(0, MOST_MOVEMENTS)
    .toSorted((a, b) => sequenceOf(a) - sequenceOf(b))
    .flatMap((record) => {
      const at = momentOf(textIn(record, "eventDateTime", "eventDateTime2"));
      if (at === undefined) return [];
      const words = textIn(record, "eventStatus", "eventStatusEn");
      return [
        {
          state: stateOf(textIn(record, "eventStatusCode"), words),
          description: textIn(record, "description") || plain(words),
          location: textIn(record, "location"),
          at,
        },
      ];
    })
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Adds the present state unless the movements end with it. */
function withPresent(movements: readonly Movement[], head: JsonRecord): readonly Movement[] {
  const isDelivered = ["1", "true"].includes(String(head["isDelivered"]));
  const words = textIn(head, "shipmentStatus");
  const state = isDelivered ? "5" : stateOf(textIn(head, "shipmentStatusCode"), words);
  const at =
    (isDelivered ? momentOf(textIn(head, "deliveryDateTime")) : undefined) ??
    momentOf(textIn(head, "statusDateTime"));
  const last = movements.at(-1);
  if (at === undefined || movements.some((one) => one.state === state)) return movements;
  return [
    ...movements,
    {
      state,
      description: textIn(head, "shipmentStatusExplanation") || plain(words),
      location: "",
      // A time without seconds may be before the last movement's.
      at: last !== undefined && at < last.at ? last.at : at,
    },
  ];
}

function sequenceOf(record: JsonRecord): number {
  return Number(textIn(record, "eventSequence")) || 0;
}

/** DHL writes some states as "Teslim_Edildi", and others as their number alone. */
function plain(words: string): string {
  return /^\d+$/.test(words) ? "" : words.replaceAll("_", " ");
}

/** Reads a Turkish time like "29-11-2026 08:23" or "29.11.2026 08:23:04". */
function momentOf(text: string): Instant | undefined {
  const [, day, month, year, clock = ""] =
    /^(\d\d)[-.](\d\d)[-.](\d{4})(?:\s+([\d:]+))?$/.exec(text) ?? [];
  return day === undefined ? undefined : turkishInstant(`${year}${month}${day}`, clock);
}
