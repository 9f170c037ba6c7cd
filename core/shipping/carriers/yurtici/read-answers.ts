/** Decides what Yurtiçi's answers mean: done, refused with a field, or unknown. */
import {
  done,
  refused,
  unknown,
  type BoughtRequest,
  type Outcome,
  type Tracked,
} from "../carrier.ts";
import { joinWords, unknownLabel, wrongLogin } from "../carrier-answers.ts";
import { announced, notAnnounced, type AnnounceOutcome } from "../connection.ts";
import type { Answer, Row } from "./client.ts";
import { readTracked } from "./read-tracking.ts";
import { textAt } from "../../../base/xml/xml.ts";
import { isCancelled, isHandled } from "./statuses.ts";

const WRONG_LOGIN: ReadonlySet<string> = new Set(["1625", "1626", "80265"]);
const UNEXPECTED = "936";
const KEY_EXISTS = "60020";
const KEY_UNKNOWN = "82519";
const ALREADY_CANCELLED = "82520";
/** Field of an announcement to which an error code belongs; 82505 to 82514 are of collections. */
const FIELDS: Readonly<Record<string, string>> = {
  "60018": "recipient.name",
  "60019": "recipient.address1",
  "82500": "barcode",
};

/** Meaning of the answer to a createShipment. `exists`: another order, or an earlier one, has the key. */
export type Created = AnnounceOutcome | { readonly outcome: "exists"; readonly words: string };

/** Reads the answer to a createShipment. @param barcode Key of the order. */
export function readCreated(answer: Answer, barcode: string): Created {
  const row = rowOf(answer, barcode);
  const code = row?.code || answer.code;
  const words = row?.words || answer.words;
  if (WRONG_LOGIN.has(code)) return notAnnounced({ code, field: "account", reason: words });
  if (code === UNEXPECTED || answer.flag === "2") return unexpected(answer);
  if (code === KEY_EXISTS) return { outcome: "exists", words };
  if (code !== "") return notAnnounced({ code, field: fieldOf(code), reason: words });
  if (answer.flag === "0" && row !== undefined)
    return announced({ details: { jobID: answer.jobID } });
  return unexpected(answer);
}

/**
 * Reads whether a key that exists is our parcel.
 *
 * @param answer Answer to a query of the key.
 */
export function readExisting(
  answer: Answer,
  { barcode, invoiceKey, words }: Readonly<Record<"barcode" | "invoiceKey" | "words", string>>,
): AnnounceOutcome {
  const row = rowOf(answer, barcode);
  if (row === undefined || row.code !== "") return unexpected(answer);
  const foundKey = textAt(row.element, "invoiceKey");
  const isOurs = foundKey === "" || foundKey === invoiceKey;
  return isOurs && !isCancelled(row.status)
    ? announced({ details: {} })
    : notAnnounced({ code: KEY_EXISTS, field: "barcode", reason: words, isOtherParcel: true });
}

/** Refuses a barcode under which the carrier has another parcel. */
export function keyTaken(words: string): AnnounceOutcome {
  return notAnnounced({ code: KEY_EXISTS, field: "barcode", reason: words });
}

/** Reads the answer to a cancelShipment. */
export function readCancelled(
  answer: Answer,
  { barcode, isConfirmed = false }: Pick<BoughtRequest, "barcode" | "isConfirmed">,
): Outcome<null> {
  const row = rowOf(answer, barcode);
  const code = row?.code || answer.code;
  if (WRONG_LOGIN.has(code)) return wrongLogin("Yurtiçi", row?.words || answer.words);
  if (code === KEY_UNKNOWN) return unknownLabel("Yurtiçi", { isConfirmed }, row?.words ?? "");
  if (code === ALREADY_CANCELLED) return done(null);
  if (row !== undefined && isHandled(row.status))
    return refused(
      "E2022",
      joinWords("A branch has handled the parcel; only the branch can cancel it", row.words),
    );
  if (code === UNEXPECTED || answer.flag !== "0" || row === undefined) return unexpected(answer);
  if (code !== "") return refused("E2033", row.words);
  // Any other status, such as NOP, does not prove that the parcel is stopped.
  return isCancelled(row.status)
    ? done(null)
    : unknown(joinWords(`Yurtiçi did not confirm the cancellation (${row.status})`, row.words));
}

/** Reads the answer to a saveReturnShipmentCode. */
export function readReturnSaved(answer: Answer): AnnounceOutcome {
  const { flag, code, words } = answer;
  if (WRONG_LOGIN.has(code)) return notAnnounced({ code, field: "account", reason: words });
  if (code === UNEXPECTED || flag === "2") return unexpected(answer);
  return flag === "0" && code === ""
    ? announced({ details: {} })
    : notAnnounced({ code, field: "", reason: words });
}

/** Reads the answer to a cancelReturnShipmentCode. */
export function readReturnCancelled(
  answer: Answer,
  { isConfirmed = false }: Pick<BoughtRequest, "isConfirmed">,
): Outcome<null> {
  const { flag, code, words } = answer;
  if (WRONG_LOGIN.has(code)) return wrongLogin("Yurtiçi", words);
  if (code === UNEXPECTED || flag === "2") return unexpected(answer);
  if (code === KEY_UNKNOWN) return unknownLabel("Yurtiçi", { isConfirmed }, words);
  if (code === ALREADY_CANCELLED || (flag === "0" && code === "")) return done(null);
  return refused("E2022", joinWords("Yurtiçi did not cancel the return code", words));
}

/** Reads the parcels that the carrier knows, by their barcodes. */
export function readTrackedAll(
  answer: Answer,
  keys: ReadonlyMap<string, string>,
): Outcome<readonly Tracked[]> {
  const login = answer.rows.find(({ code }) => WRONG_LOGIN.has(code));
  if (login !== undefined || WRONG_LOGIN.has(answer.code))
    return wrongLogin("Yurtiçi", login?.words || answer.words);
  // Yurtiçi refuses a repeated query as a whole. Rows with errors are parcels that it does not know.
  const isRefused = answer.flag !== "0" && answer.rows.length === 0;
  if (isRefused || answer.flag === "2" || hasUnexpected(answer)) return unexpected(answer);
  return done(
    answer.rows.flatMap((row) => {
      const purchaseKey = keys.get(row.cargoKey);
      return purchaseKey === undefined || row.code !== "" ? [] : [readTracked(purchaseKey, row)];
    }),
  );
}

/** Reads whether the service accepted the login of a query whose key does not exist. */
export function readTested(answer: Answer): Outcome<string> {
  const row = answer.rows[0];
  if (WRONG_LOGIN.has(row?.code || answer.code))
    return wrongLogin("Yurtiçi", row?.words || answer.words);
  if (answer.flag === "2" || hasUnexpected(answer)) return unexpected(answer);
  return done("Yurtiçi accepts the user name and the password.");
}

function hasUnexpected(answer: Answer): boolean {
  return answer.code === UNEXPECTED || answer.rows.some(({ code }) => code === UNEXPECTED);
}

function unexpected(answer: Answer): { readonly outcome: "unknown"; readonly cause: string } {
  const code = answer.code || answer.rows[0]?.code || "no code";
  const words = answer.rows[0]?.words || answer.words;
  return { outcome: "unknown", cause: `Yurtiçi answered with ${code}: ${words}` };
}

function rowOf(answer: Answer, barcode: string): Row | undefined {
  return answer.rows.find(({ cargoKey }) => cargoKey === barcode);
}

function fieldOf(code: string): string {
  const isCollection = Number(code) >= 82_505 && Number(code) <= 82_514;
  return isCollection ? "cashOnDelivery" : (FIELDS[code] ?? "");
}
