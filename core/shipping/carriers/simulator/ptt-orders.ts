/** Checks the rows that the simulated PTT receives, with the limits of the public documents. */
import { numberIn } from "../barcode.schema.ts";

/** Fields of a row, in the order of the service's description; all are optional in their form. */
export const ROW_FIELDS = [
  "aAdres",
  "aIlKodu",
  "aIlceKodu",
  "agirlik",
  "aliciAdi",
  "aliciEmail",
  "aliciIlAdi",
  "aliciIlceAdi",
  "aliciSms",
  "aliciTel",
  "barkodNo",
  "boy",
  "deger_ucreti",
  "desi",
  "ekhizmet",
  "en",
  "gondericibilgi",
  "iadeAAdres",
  "iadeAIlKodu",
  "iadeAIlceKodu",
  "iadeAliciAdi",
  "iadeAliciEmail",
  "iadeAliciIlAdi",
  "iadeAliciIlceAdi",
  "iadeAliciTel",
  "musteriReferansNo",
  "odeme_sart_ucreti",
  "odemesekli",
  "rezerve1",
  "ucret",
  "yukseklik",
] as const;

/** Fields of an order for a collection, and of its sender. */
export const PICKUP_FIELDS = [
  "adet",
  "agirlik",
  "boy",
  "desi",
  "en",
  "gonderiTip",
  "gonderiTur",
  "gondericibilgi",
  "isyeriId",
  "musteriId",
  "musteriKullanici",
  "sifre",
  "ucret",
  "yukseklik",
] as const;
export const SENDER_FIELDS = [
  "gonderici_adi",
  "gonderici_adresi",
  "gonderici_email",
  "gonderici_il_ad",
  "gonderici_ilce_ad",
  "gonderici_posta_kodu",
  "gonderici_sms",
  "gonderici_soyadi",
  "gonderici_telefonu",
  "gonderici_ulke_id",
] as const;

export type Fields = Readonly<Record<string, string>>;
type Check = readonly [isError: boolean, words: string];

const BARCODE = { prefix: "", width: 12, checkDigit: "ptt" } as const;
const isBetween = (text = "", least: number, most: number): boolean =>
  text.length >= least && text.length <= most;
const isWhole = (text = "", most: number): boolean =>
  text === "" || (/^[1-9]\d*$/.test(text) && text.length <= most);
const isMoney = (text = ""): boolean => /^\d{1,12}\.\d\d$/.test(text);

/** Finds the first error of a row without errors of its state; "" without an error. */
export function findRowError(row: Fields): string {
  return firstError([
    ...addressErrors(row),
    [numberIn(BARCODE, row["barkodNo"] ?? "") === undefined, "Barkod numarası hatalı."],
    [!isBetween(row["musteriReferansNo"], 1, 100), "musteriReferansNo hatalı."],
    [!isWhole(row["agirlik"], 10), "Ağırlık hatalı."],
    [["boy", "en", "yukseklik"].some((name) => !isWhole(row[name], 4)), "Ölçü hatalı."],
    [!/^(\d{1,10}\.\d\d)?$/.test(row["desi"] ?? ""), "Desi hatalı."],
    ...serviceErrors(row),
  ]);
}

function addressErrors(row: Fields): readonly Check[] {
  const isReturned = row["iadeAAdres"] !== undefined;
  return [
    [!isBetween(row["aliciAdi"], 5, 100), "Alıcı adı hatalı."],
    [!isBetween(row["aAdres"], 5, 255), "Alıcı adresi hatalı."],
    [!isBetween(row["aliciIlAdi"], 3, 100), "Alıcı il adı hatalı."],
    [!isBetween(row["aliciIlceAdi"], 3, 100), "Alıcı ilçe adı hatalı."],
    [!/^[1-9]\d{9}$/.test(row["aliciSms"] ?? ""), "Alıcı telefonu hatalı."],
    [
      isReturned &&
        !(isBetween(row["iadeAAdres"], 5, 255) && isBetween(row["iadeAliciAdi"], 5, 100)),
      "İade adresi hatalı.",
    ],
  ];
}

function serviceErrors(row: Fields): readonly Check[] {
  const services: readonly string[] = (row["ekhizmet"] ?? "").match(/../g) ?? [];
  const amount = row["odeme_sart_ucreti"];
  const value = row["deger_ucreti"];
  return [
    [services.includes("OS") !== (amount !== undefined), "Ödeme şartı ücreti ile OS uyuşmuyor."],
    [amount !== undefined && !isMoney(amount), "Ödeme şartı ücreti hatalı."],
    [amount !== undefined && !/^\d{8}$/.test(row["rezerve1"] ?? ""), "Posta çeki hesabı hatalı."],
    [services.includes("DK") !== (value !== undefined), "Değer ücreti ile DK uyuşmuyor."],
    [value !== undefined && !isMoney(value), "Değer ücreti hatalı."],
    [!["MH", "N", "UA"].includes(row["odemesekli"] ?? ""), "Ödeme şekli hatalı."],
    [services.includes("UA") !== (row["odemesekli"] === "UA"), "Ödeme şekli ile UA uyuşmuyor."],
  ];
}

/** Finds the first error of an order for a collection; "" without an error. */
export function findPickupError(order: Fields, sender: Fields): string {
  return firstError([
    [!/^[1-9]\d{0,9}$/.test(order["adet"] ?? ""), "Adet hatalı."],
    [!isWhole(order["agirlik"], 8), "Ağırlık hatalı."],
    [order["gonderiTip"] !== "KARGO" || order["gonderiTur"] !== "NORMAL", "Gönderi tipi hatalı."],
    [order["musteriKullanici"] !== "admin" || order["isyeriId"] !== "0", "Müşteri hatalı."],
    [!isBetween(sender["gonderici_adi"], 1, 50), "Gönderici adı hatalı."],
    [!isBetween(sender["gonderici_soyadi"], 1, 50), "Gönderici soyadı hatalı."],
    [!isBetween(sender["gonderici_adresi"], 1, 255), "Gönderici adresi hatalı."],
    [!isBetween(sender["gonderici_il_ad"], 1, 30), "Gönderici il adı hatalı."],
    [!isBetween(sender["gonderici_ilce_ad"], 1, 30), "Gönderici ilçe adı hatalı."],
    [!/^\d{10}$/.test(sender["gonderici_sms"] ?? ""), "Gönderici telefonu hatalı."],
    [sender["gonderici_ulke_id"] !== "052", "Gönderici ülkesi hatalı."],
  ]);
}

function firstError(errors: readonly Check[]): string {
  return errors.find(([isError]) => isError)?.[1] ?? "";
}
