/** Converts a label's model to the texts of its fields: formats of dates, sums and places. */
import type { LabelModel, LabelParty } from "../labels.schema.ts";
import type { LabelField, LabelLanguage } from "./layout.schema.ts";

/** Paragraphs of each field in reading order; empty for a field that this label does not have. */
export type FieldTexts = Readonly<Record<LabelField, readonly string[]>>;

/**
 * Words on labels. Capitals where the courier must act: a return, cash, a card, and a paying
 * recipient.
 */
const WORDS = {
  tr: {
    return: "İADE",
    returnNote: "Gönderene iade edilir",
    cash: "KAPIDA ÖDEME",
    cashNote: "Teslimde tahsil edilir",
    card: "KART İLE",
    sender: "Gönderici ödemeli",
    recipient: "ALICI ÖDEMELİ",
    more: (n: number) => `+${n} kalem daha`,
  },
  en: {
    return: "RETURN",
    returnNote: "Goes back to the sender",
    cash: "CASH ON DELIVERY",
    cashNote: "Collect at the door",
    card: "BY CARD",
    sender: "Sender pays",
    recipient: "RECIPIENT PAYS",
    more: (n: number) => `+${n} more`,
  },
} as const satisfies Record<LabelLanguage, unknown>;

/**
 * Writes the last line of a list, such as "+11 more".
 *
 * @param count Number of entries that have no room.
 */
export function moreText(language: LabelLanguage, count: number): string {
  return WORDS[language].more(count);
}

/**
 * Converts a model to the text of every field as it is printed. Letters that no font has are
 * replaced later.
 */
export function fieldTexts(model: LabelModel): FieldTexts {
  const words = WORDS[model.language];
  const { recipient, sender, cashOnDelivery: cash } = model;
  return {
    carrier: [model.carrierName],
    service: [model.serviceName],
    madeOn: [dayText(model.createdAt, model.language)],
    logo: [],
    return: model.isReturn ? [words.return] : [],
    returnNote: model.isReturn ? [words.returnNote] : [],
    ...routing(recipient, model.routingCode),
    "recipient.name": [recipient.name],
    "recipient.address": [
      ...recipient.lines,
      ...(recipient.street === "" ? [] : [recipient.street]),
    ],
    "recipient.phone": [phoneText(recipient.phone, model.arePhonesMasked)],
    "sender.name": [sender.name],
    "sender.address": [
      [...sender.lines, sender.street, placeText(sender)].filter((part) => part !== "").join(", "),
    ],
    "sender.phone": [phoneText(sender.phone, model.arePhonesMasked)],
    "cash.title": cash === null ? [] : [words.cash],
    "cash.note": cash === null ? [] : [words.cashNote],
    "cash.amount":
      cash === null ? [] : [`${amountText(cash.amount, model.language)} ${cash.currency}`],
    "cash.card": cash?.by === "card" ? [words.card] : [],
    appointment: [dayText(model.appointmentOn, model.language)],
    promised: [model.appointmentOn === "" ? dayText(model.promisedOn, model.language) : ""],
    payer: [words[model.payer]],
    "payer.sender": model.payer === "sender" ? [words.sender] : [],
    "payer.recipient": model.payer === "recipient" ? [words.recipient] : [],
    piece: model.pieces.of > 1 ? [`${model.pieces.no}/${model.pieces.of}`] : [],
    shipmentNumber: [String(model.shipmentNumber)],
    orderNumber: [model.orderNumber],
    reference: [model.reference === model.orderNumber ? "" : model.reference],
    invoiceNumber: [model.invoiceNumber],
    desi: [numberText(model.desi, model.language)],
    weight: model.weightKg === "" ? [] : [`${numberText(model.weightKg, model.language)} kg`],
    note: [model.note],
    items: model.contents,
    barcode: [model.barcode],
  };
}

/** Name that the central district of 52 Turkish provinces has; it does not name the province. */
const CENTRAL = "merkez";

/**
 * Builds the texts that a branch sorts by: the district in large letters, and under it the province
 * and, for a parcel abroad, the country. For a missing or central district, the province is in
 * large letters, and a central district is under it.
 */
function routing(
  to: LabelParty,
  code: string,
): Pick<FieldTexts, "routing.large" | "routing.small" | "routing.aside" | "routing.code"> {
  const isCentral = to.district.trim().toLocaleLowerCase("tr") === CENTRAL;
  const large = to.district === "" || (isCentral && to.city !== "") ? to.city : to.district;
  const small = large === to.city ? (isCentral && to.city !== "" ? to.district : "") : to.city;
  const abroad = to.countryCode === "TR" || to.countryCode === "" ? "" : to.countryCode;
  return {
    "routing.large": [upper(large === "" ? countryText(to) : large, to)],
    "routing.small": [[upper(small, to), abroad].filter((part) => part !== "").join(", ")],
    "routing.aside": [to.zip],
    "routing.code": [code],
  };
}

function countryText(to: LabelParty): string {
  return to.zip === "" ? to.countryCode : to.zip;
}

/**
 * Upper-cases a text by the rules of its script, then of its country: Greek capitals have no
 * accents, and a Turkish i keeps its dot.
 */
function upper(text: string, { countryCode }: LabelParty): string {
  if (/\p{Script=Greek}/u.test(text)) return text.toLocaleUpperCase("el");
  return text.toLocaleUpperCase(countryCode === "TR" || countryCode === "" ? "tr" : "en");
}

function placeText({ district, city, countryCode }: LabelParty): string {
  return [
    [district, city].filter((part) => part !== "").join(" / "),
    countryCode === "TR" ? "" : countryCode,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

const SHOWN_DIGITS = 2;
/** Turkish phone number as stored; couriers read and type it in groups. */
const TURKISH_PHONE = /^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/;

/**
 * Returns a phone number as printed; a Turkish number is written in groups. A masked number shows
 * enough to distinguish two people of one name: "+90 532 *** ** 33".
 */
export function phoneText(number: string, isMasked: boolean): string {
  const phone = number.replace(TURKISH_PHONE, "+90 $1 $2 $3 $4");
  if (!isMasked) return phone;
  const digits = phone.replace(/\D/g, "").length;
  let seen = 0;
  return phone.replace(/\d/g, (digit) => {
    seen++;
    return seen <= digits - 7 || seen > digits - SHOWN_DIGITS ? digit : "*";
  });
}

const DAYS: Readonly<Record<LabelLanguage, Intl.DateTimeFormat>> = {
  tr: new Intl.DateTimeFormat("tr-TR", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "Europe/Istanbul",
  }),
  en: new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "Europe/Istanbul",
  }),
};

/**
 * Formats an instant or a day as a date in Turkish time: "21.11.2026" in Turkish. Returns "" for an
 * invalid date.
 */
export function dayText(when: string, language: LabelLanguage): string {
  const date = new Date(when);
  return when === "" || Number.isNaN(date.getTime()) ? "" : DAYS[language].format(date);
}

/**
 * Formats a sum with the language's separators: "1250.00" → "1.250,00" in Turkish. Any other text
 * is unchanged.
 */
export function amountText(amount: string, language: LabelLanguage): string {
  const parts = /^(\d+)\.(\d{2})$/.exec(amount);
  if (parts === null) return amount;
  const [thousands, decimal] = language === "tr" ? [".", ","] : [",", "."];
  return `${groupsOf(parts[1] ?? "").join(thousands)}${decimal}${parts[2]}`;
}

/** Writes a number with the language's decimal separator: "2.5" → "2,5" in Turkish. */
export function numberText(number: string, language: LabelLanguage): string {
  return language === "tr" ? number.replace(".", ",") : number;
}

/** Splits the digits of an integer into groups of three, from the end. */
function groupsOf(digits: string): string[] {
  const first = digits.length % 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].filter(
    (group) => group !== "",
  );
}
