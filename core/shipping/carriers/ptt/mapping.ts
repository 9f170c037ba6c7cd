/** Translates our announcements and orders for collections to PTT's rows. */
import { createHash } from "node:crypto";
import { moneyText } from "../../../base/money.ts";
import { nationalDigits } from "../../../base/phone.ts";
import type { XmlPart } from "../../../base/xml/xml.ts";
import { addressOf, measuresOf } from "../check-consignment.ts";
import type { AnnounceRequest, PickupRequest } from "../connection.ts";
import type { Consignment } from "../consignment.ts";
import type { OrderFields } from "./client.ts";

const LONGEST_FILE_NAME = 50;
/** Names of files per parcel: one for each announcement of a parcel that PTT has refused before. */
const FILE_NAMES = 4;
const LONGEST_ORDER_NUMBER = 80;
const LONGEST_EMAIL = 100;
const TURKEY = "052";

/**
 * Lists the names of the files in which a parcel may be loaded, in the order of their use. They
 * follow from the key of the purchase, because a row is removed under the name of its file, and the
 * answer that says which name PTT accepted may be lost.
 */
export function fileNamesOf(purchaseKey: string): readonly string[] {
  const plain = `PB-${purchaseKey}`;
  const name =
    plain.length <= LONGEST_FILE_NAME - 2 && /^[\w-]+$/.test(plain)
      ? plain
      : `PB-${hashOf(purchaseKey)}`;
  return Array.from({ length: FILE_NAMES }, (_, n) => (n === 0 ? name : `${name}-${n + 1}`));
}

/**
 * Returns the reference of a parcel: the order's number, for people, and a mark of the purchase,
 * because PTT wants unique references and the boxes of an order share its number.
 */
export function referenceOf({
  key,
  consignment: { references },
}: Pick<AnnounceRequest, "key" | "consignment">): string {
  const order = references.orderNumber.slice(0, LONGEST_ORDER_NUMBER);
  return `${order} ${hashOf(key).slice(0, 12)}`.trim();
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 40);
}

/**
 * Writes the row of one box, in the order of the service's description, without empty fields, which
 * are optional there.
 */
export function rowOf(request: AnnounceRequest, payoutAccount: string): readonly XmlPart[] {
  const { barcode, consignment } = request;
  const { recipient, returnTo, payer, cashOnDelivery: cod, declaredValue } = consignment;
  const { desi, weightKg } = measuresOf(consignment);
  const { lengthCm, widthCm, heightCm } = sizeOf(consignment);
  return withoutEmpty([
    ["aAdres", addressOf(recipient)],
    ["agirlik", gramsOf(weightKg)],
    ["aliciAdi", recipient.name],
    ["aliciEmail", recipient.email.length > LONGEST_EMAIL ? "" : recipient.email],
    ["aliciIlAdi", recipient.cityName],
    ["aliciIlceAdi", recipient.districtName],
    ["aliciSms", nationalDigits(recipient.phone) ?? ""],
    ["barkodNo", barcode],
    ["boy", lengthCm],
    ["deger_ucreti", hasValue(consignment) ? moneyText(declaredValue ?? 0) : ""],
    ["desi", desi > 0 ? Math.max(0.01, desi).toFixed(2) : ""],
    ["ekhizmet", extrasOf(consignment)],
    ["en", widthCm],
    ["iadeAAdres", returnTo === null ? "" : addressOf(returnTo)],
    ["iadeAliciAdi", returnTo?.name ?? ""],
    ["iadeAliciIlAdi", returnTo?.cityName ?? ""],
    ["iadeAliciIlceAdi", returnTo?.districtName ?? ""],
    ["iadeAliciTel", nationalDigits(returnTo?.phone ?? "") ?? ""],
    ["musteriReferansNo", referenceOf(request)],
    ["odeme_sart_ucreti", cod === null ? "" : moneyText(cod.amount)],
    // MH: on the customer's account. UA: paid by the recipient.
    ["odemesekli", payer === "recipient" ? "UA" : "MH"],
    ["rezerve1", cod === null ? "" : payoutAccount],
    ["yukseklik", heightCm],
  ]);
}

/** Lists the codes of extra services: OS cash on delivery, DK declared value, UA recipient pays. */
function extrasOf(consignment: Consignment): string {
  return [
    consignment.cashOnDelivery === null ? "" : "OS",
    hasValue(consignment) ? "DK" : "",
    consignment.payer === "recipient" ? "UA" : "",
  ].join("");
}

function hasValue({ declaredValue }: Consignment): boolean {
  return declaredValue !== null && declaredValue > 0;
}

/** Returns the sizes of a single parcel in whole cm; "" where unknown. */
function sizeOf({
  parcels,
}: Consignment): Readonly<Record<"lengthCm" | "widthCm" | "heightCm", string>> {
  const [only] = parcels.length === 1 ? parcels : [];
  const wholeCm = (cm = 0): string => (cm > 0 ? String(Math.ceil(cm)) : "");
  return {
    lengthCm: wholeCm(only?.lengthCm),
    widthCm: wholeCm(only?.widthCm),
    heightCm: wholeCm(only?.heightCm),
  };
}

function gramsOf(weightKg: number): string {
  return weightKg > 0 ? String(Math.max(1, Math.round(weightKg * 1000))) : "";
}

/**
 * Writes an order for a collection. PTT's manual wants the window of time empty and has no day: a
 * collection is ordered on its day. Kind and type have each other's values in comparison with a
 * loading.
 */
export function pickupOf({ pieces, weightKg, sender }: PickupRequest): OrderFields {
  const phone = nationalDigits(sender.phone) ?? "";
  const [name, surname] = namesOf(sender.name);
  const senderFields: readonly XmlPart[] = withoutEmpty([
    ["gonderici_adi", name],
    ["gonderici_adresi", addressOf(sender)],
    ["gonderici_email", sender.email.length > LONGEST_EMAIL ? "" : sender.email],
    ["gonderici_il_ad", sender.cityName],
    ["gonderici_ilce_ad", sender.districtName],
    ["gonderici_posta_kodu", /^\d{5}$/.test(sender.zip) ? sender.zip : ""],
    ["gonderici_sms", phone],
    ["gonderici_soyadi", surname],
    ["gonderici_telefonu", phone],
    ["gonderici_ulke_id", TURKEY],
  ]);
  return {
    before: [
      ["adet", String(pieces)],
      ...withoutEmpty([["agirlik", gramsOf(weightKg)]]),
      ["gonderiTip", "KARGO"],
      ["gonderiTur", "NORMAL"],
      ["gondericibilgi", senderFields],
      ["isyeriId", "0"],
    ],
    after: [["ucret", "0"]],
  };
}

/** Parts a name into PTT's two fields, both of which need a text; a single word is in both. */
function namesOf(name: string): readonly [first: string, last: string] {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  return [words.slice(0, -1).join(" ") || last, last];
}

function withoutEmpty(parts: readonly XmlPart[]): readonly XmlPart[] {
  return parts.filter(([, content]) => content !== "");
}
