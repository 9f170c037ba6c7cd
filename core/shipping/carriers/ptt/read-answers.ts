/**
 * Decides what PTT's answers mean. Its manual names only the code 1, success; public programs know
 * -1, a wrong login. All else is decided by the words.
 */
import { fold } from "../../../base/text.ts";
import { childrenOf, textAt, type XmlElement } from "../../../base/xml/xml.ts";
import { done, refused, unknown, type Outcome } from "../carrier.ts";
import { isAboutLogin, joinWords, wrongLogin } from "../carrier-answers.ts";
import { announced, notAnnounced, type AnnounceOutcome, type Refusal } from "../connection.ts";
import type { Loaded, Result } from "./client.ts";

const DONE = "1";
const WRONG_LOGIN = "-1";
const EXISTS = /daha once|zaten|mukerrer|kullanilmis|(mevcut|kayitli)(?! degil)/;
const NOT_FOUND = /bulunam|kayit yok|^0 adet/;
/** Failures inside the service, which do not tell whether the work was done. */
const UNEXPECTED =
  /beklenmeyen|sistem hatasi|veri ?tabani|sql|exception|zaman asimi|tekrar dene|daha sonra/;
/** Field of an announcement by the words of a refusal; the first match counts. */
const FIELDS: readonly (readonly [words: RegExp, field: string])[] = [
  [/barkod/, "barcode"],
  [/telefon|sms|gsm/, "recipient.phone"],
  [/posta ?ceki|rezerve1|sozlesme/, "account"],
  [/odeme ?_?sart|odeme bedeli/, "cashOnDelivery"],
  [/ilce/, "recipient.districtName"],
  [/\bil(i| adi| bilgisi| kodu)?\b/, "recipient.cityName"],
  [/adres/, "recipient.address1"],
  [/alici ?adi|isim/, "recipient.name"],
];

/**
 * Meaning of the answer to a loading. `exists`: PTT has a parcel with this barcode. `file used`: PTT
 * wants another name of the file, and has not read its row.
 */
export type LoadMeaning =
  | AnnounceOutcome
  | { readonly outcome: "exists"; readonly refusal: Refusal }
  | { readonly outcome: "file used" };

/** Reads the answer to a loading. @param fileName Name of the loaded file. */
export function readLoaded({ row, ...file }: Loaded, fileName: string): LoadMeaning {
  // A file succeeds although its row has failed.
  const { code, words } = row !== undefined && row.code !== DONE ? row : file;
  if (code === DONE)
    return row === undefined
      ? unknown("PTT's answer has no row for the parcel.")
      : announced({ details: { fileName } });
  if (isAboutLogin(words) || (code === WRONG_LOGIN && row === undefined))
    return notAnnounced({ code, field: "account", reason: words });
  const plain = fold(words);
  if (UNEXPECTED.test(plain)) return unexpected({ code, words });
  if (EXISTS.test(plain))
    return plain.includes("dosya")
      ? { outcome: "file used" }
      : { outcome: "exists", refusal: { code, field: "barcode", reason: words } };
  const [, field = ""] = FIELDS.find(([known]) => known.test(plain)) ?? [];
  return notAnnounced({ code, field, reason: words });
}

/** Reads the answer to a removal; done with whether PTT had the row under this name of a file. */
export function readRemoved(result: Result): Outcome<boolean> {
  const { code, words } = result;
  const plain = fold(words);
  if (code === DONE) return done(!NOT_FOUND.test(plain));
  if (isAboutLogin(words)) return wrongLogin("PTT", words);
  if (NOT_FOUND.test(plain)) return done(false);
  if (/kabul/.test(plain)) return accepted(words);
  return code === WRONG_LOGIN ? wrongLogin("PTT", words) : unexpected(result);
}

/** Refuses a cancellation, because a branch has the parcel. */
export function accepted(words: string): Outcome<never> {
  return refused(
    "E2022",
    joinWords("A branch has accepted the parcel; only the branch can cancel it", words),
  );
}

/** Reads the answer to a query; done with undefined when no branch has accepted such a parcel. */
export function readFound(element: XmlElement): Outcome<XmlElement | undefined> {
  if (textAt(element, "BARNO") !== "" || childrenOf(element, "dongu").some(isMovement))
    return done(element);
  const words = textAt(element, "sonucAciklama");
  const code = textAt(element, "sonucKodu");
  if (isAboutLogin(words)) return wrongLogin("PTT", words);
  if (words === "" || NOT_FOUND.test(fold(words))) return done(undefined);
  return code === WRONG_LOGIN ? wrongLogin("PTT", words) : unexpected({ code, words });
}

/** An answer without movements may have one empty row. */
function isMovement(row: XmlElement): boolean {
  return textAt(row, "ITARIH") !== "";
}

/** Reads the answer to an order for a collection. */
export function readOrdered({
  code,
  words,
  id,
}: Result & { readonly id: string }): Outcome<string> {
  if (code === DONE) return done(id === "0" ? "" : id);
  if (isAboutLogin(words) || code === WRONG_LOGIN) return wrongLogin("PTT", words);
  if (UNEXPECTED.test(fold(words))) return unexpected({ code, words });
  return refused("E2033", joinWords("PTT does not accept the order for a collection", words));
}

function unexpected({ code, words }: Result): ReturnType<typeof unknown> {
  return unknown(`PTT answered with ${code}: ${words}`);
}
