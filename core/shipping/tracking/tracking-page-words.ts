/** Texts of the page on which a recipient follows a parcel, in Turkish and English. */
import type { TrackingSubCode } from "./tracking.schema.ts";

export type PageLanguage = "tr" | "en";

export const PAGE_WORDS = {
  tr: {
    locale: "tr-TR",
    steps: {
      announced: "Hazırlanıyor",
      onItsWay: "Yolda",
      outForDelivery: "Dağıtımda",
      delivered: "Teslim edildi",
    },
    canceled: "Gönderi iptal edildi",
    promised: "Beklenen gün",
    to: "Varış yeri",
    carrier: "Kargo firması",
    number: "Takip numarası",
    carrierPage: "Kargo firmasının sayfası",
    events: "Hareketler",
    none: "Henüz hareket yok.",
    test: "Bu bir deneme gönderisidir; koli yoktur.",
    zone: "Saatler Türkiye saatidir.",
  },
  en: {
    locale: "en-GB",
    steps: {
      announced: "Being prepared",
      onItsWay: "On its way",
      outForDelivery: "Out for delivery",
      delivered: "Delivered",
    },
    canceled: "The parcel was cancelled",
    promised: "Expected on",
    to: "To",
    carrier: "Carrier",
    number: "Tracking number",
    carrierPage: "The carrier's page",
    events: "Events",
    none: "No movement yet.",
    test: "This is a test shipment; there is no parcel.",
    zone: "Times are those of Türkiye.",
  },
} as const;

const EVENTS: Readonly<Record<TrackingSubCode, Readonly<Record<PageLanguage, string>>>> = {
  information_received: { tr: "Gönderi bilgileri alındı", en: "Parcel announced" },
  package_accepted: { tr: "Şubeye kabul edildi", en: "Accepted at the branch" },
  package_departed: { tr: "Transfer merkezinden ayrıldı", en: "Left the transfer centre" },
  package_processing: { tr: "Transfer merkezinde", en: "At the transfer centre" },
  delivery_scheduled: { tr: "Alıcı şubesinde", en: "At the recipient's branch" },
  out_for_delivery: { tr: "Dağıtıma çıktı", en: "Out for delivery" },
  package_damaged: { tr: "Hasar gördü", en: "Damaged" },
  package_forwarded_to_another_carrier: {
    tr: "Başka kargo firmasına devredildi",
    en: "Handed to another carrier",
  },
  delivery_rescheduled: { tr: "Teslimat ertelendi", en: "Delivery rescheduled" },
  delivered: { tr: "Teslim edildi", en: "Delivered" },
  package_lost: { tr: "Kayboldu", en: "Lost" },
  package_undeliverable: { tr: "Teslim edilemedi", en: "Could not be delivered" },
  return_to_sender: { tr: "Göndericiye iade ediliyor", en: "Goes back to the sender" },
  package_canceled: { tr: "İptal edildi", en: "Cancelled" },
  other: { tr: "Bilgi", en: "Note" },
};

/**
 * Finds the text of an event. @param subCode Stored sub code; an unknown code is shown as a note.
 */
export function eventWords(subCode: string, language: PageLanguage): string {
  return (isKnown(subCode) ? EVENTS[subCode] : EVENTS.other)[language];
}

function isKnown(subCode: string): subCode is TrackingSubCode {
  return Object.hasOwn(EVENTS, subCode);
}

/**
 * Chooses the language of the page: the browser's first choice among the two languages, otherwise
 * the language of the recipient's country.
 *
 * @param accepted Header Accept-Language; undefined when it is missing.
 */
export function pageLanguage(accepted: string | undefined, countryCode: string): PageLanguage {
  const asked = (accepted ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", q = ""] = part.trim().toLowerCase().split(";q=");
      return { language: tag.split("-")[0], weight: q === "" ? 1 : Number(q) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find((language) => language === "tr" || language === "en");
  return asked === "tr" || asked === "en" ? asked : countryCode === "TR" ? "tr" : "en";
}
