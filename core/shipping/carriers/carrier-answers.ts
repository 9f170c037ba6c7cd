/** Parts that the kinds of connections share for reading carriers' answers. */
import { readNumber } from "../files/number-format.ts";
import { fold } from "../../base/text.ts";
import { instant, type Instant } from "../../base/units.ts";
import {
  done,
  refused,
  type Bought,
  type BoughtRequest,
  type Outcome,
  type QuoteDetails,
  type Tracked,
} from "./carrier.ts";

/** Joins a sentence of ours and the carrier's words. */
export function joinWords(ours: string, theirs: string): string {
  return theirs === "" ? `${ours}.` : `${ours}: ${theirs}`;
}

/**
 * Returns whether a carrier's words are about the login. For services that have no code for a wrong
 * login.
 */
export function isAboutLogin(words: string): boolean {
  return /kullanici|sifre|parola|user ?name|password/.test(fold(words));
}

/** Refuses an operation because of the account's login. */
export function wrongLogin(carrier: string, words: string): Outcome<never> {
  return refused(
    "E2033",
    joinWords(`${carrier} does not accept the user name or the password`, words),
  );
}

/**
 * Tracks parcels in calls of a limited number, and stops at the first call without an answer.
 *
 * @param ask Asks about parcels, by their barcodes with their purchase keys.
 */
export async function trackInCalls(
  requests: readonly BoughtRequest[],
  atOnce: number,
  ask: (keys: ReadonlyMap<string, string>) => Promise<Outcome<readonly Tracked[]>>,
): Promise<Outcome<readonly Tracked[]>> {
  const tracked: Tracked[] = [];
  for (let at = 0; at < requests.length; at += atOnce) {
    const answer = await ask(
      new Map(
        requests
          .slice(at, at + atOnce)
          .map(({ barcode, purchaseKey }) => [barcode, purchaseKey] as const),
      ),
    );
    if (answer.outcome !== "done") return answer;
    tracked.push(...answer.value);
  }
  return done(tracked);
}

/**
 * Converts a Turkish date and time to an instant; undefined for another text.
 *
 * @param date "20261129", or "29.11.2026".
 * @param time "082304", "82304", "08:23" or "08:23:04"; "" counts as the start of the day.
 */
export function turkishInstant(date: string, time: string): Instant | undefined {
  const [, year, month, day] =
    /^(\d{4})(\d\d)(\d\d)$/.exec(date.replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, "$3$2$1")) ?? [];
  if (year === undefined) return undefined;
  const digits = time.replace(/\D/g, "");
  // Without its leading zero, an hour has one digit.
  const clock = (digits.length % 2 === 1 ? `0${digits}` : digits).padEnd(6, "0");
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d)/.exec(clock) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(ms) ? undefined : instant(new Date(ms).toISOString());
}

/** Highest number that is read: nobody charges more for a parcel. */
const MOST = 10_000_000;

/**
 * Reads a number as carriers write it: "1.234,56", "1234.56" or "-1,5"; undefined when it is no
 * number. A single separator is the decimal one, also before three digits.
 */
export function numberIn(text: string): number | undefined {
  const [, minus, digits = ""] = /^\s*(-?)(\S*)\s*$/.exec(text) ?? [];
  const reading = readNumber(digits, undefined);
  if (reading.kind === "none") return undefined;
  const value = Number(reading.kind === "number" ? reading.text : reading.readings[1]);
  return value <= MOST ? (minus === "-" ? -value : value) : undefined;
}

/** Reads an amount as `numberIn` does, in minor units; undefined when it is no amount. */
export function minorIn(text: string): number | undefined {
  const value = numberIn(text);
  return value === undefined ? undefined : Math.round(value * 100);
}

/**
 * Reads a carrier's answer to a cancellation that it does not know the label: done for a label that
 * it may never have had, refused for a label that it has confirmed.
 *
 * @param carrier Name of the carrier, for people.
 * @param of.barcode "": the carrier was asked about an order without a label.
 */
export function unknownLabel(
  carrier: string,
  of: { readonly isConfirmed?: boolean; readonly barcode?: string },
  words: string,
): Outcome<null> {
  if (of.isConfirmed !== true) return done(null);
  const reason =
    of.barcode === ""
      ? `${carrier} does not know this order at this login, although it has accepted it`
      : `${carrier} does not know this label at this login, although it was announced. If the login was changed, cancel the label at the carrier, then say in Announcements that it is cancelled there`;
  return refused("E2022", joinWords(reason, words));
}

const LONGEST_ADDRESS = 500;
const LONGEST_NUMBER = 100;
const LONGEST_ROUTING = 40;
const LONGEST_NAME = 200;

/** Returns whether a carrier's text is an address that recipients may open. */
export function isPage(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Drops or cuts texts of a sold label that are too long, and a page that is no web address. */
export function boundedBought(bought: Bought): Bought {
  const { trackingNumber, trackingUrl, routingCode, carrierName } = bought;
  return {
    ...bought,
    carrierName: carrierName.slice(0, LONGEST_NAME),
    trackingNumber: trackingNumber.length > LONGEST_NUMBER ? "" : trackingNumber,
    trackingUrl: isPage(trackingUrl) ? trackingUrl : "",
    ...(routingCode === undefined ? {} : { routingCode: routingCode.slice(0, LONGEST_ROUTING) }),
  };
}

/** Longest JSON of a carrier's ids of a parcel, characters. */
const LONGEST_DETAILS = 2_000;
/** Longest name of an entry that is logged, characters. */
const LONGEST_KEY = 60;

/**
 * Keeps a carrier's ids of a parcel within 2,000 characters of JSON. The shortest entries stay,
 * because ids are short; no entry is cut, because half an id is another one.
 *
 * @returns The entries that fit, in their order, and the names of the dropped entries.
 */
export function boundedDetails(details: QuoteDetails): {
  readonly kept: QuoteDetails;
  readonly dropped: readonly string[];
} {
  const entries = Object.entries(details);
  const lengthOf = (entry: (typeof entries)[number]): number =>
    JSON.stringify(Object.fromEntries([entry])).length; // with room for the comma
  const fitting = new Set<string>();
  let length = 2;
  for (const entry of entries.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    length += lengthOf(entry);
    if (length > LONGEST_DETAILS) break;
    fitting.add(entry[0]);
  }
  return {
    kept: Object.fromEntries(entries.filter(([name]) => fitting.has(name))),
    dropped: entries
      .filter(([name]) => !fitting.has(name))
      .map(([name]) => name.slice(0, LONGEST_KEY)),
  };
}
