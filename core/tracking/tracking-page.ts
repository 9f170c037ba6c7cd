/**
 * The road of a test parcel as a page, as a carrier's own tracking page would be: in Turkish and English, with nothing about
 * the recipient but the place. Its words are ours; a scan's free text is not shown.
 */
import { escapeHtml } from "../base/text.ts";
import { htmlPage, type Page } from "../http/html-page.ts";
import type { TrackingSubCode } from "./tracking.schema.ts";

type Words = readonly [turkish: string, english: string];

const STEPS: Readonly<Record<TrackingSubCode, Words>> = {
  information_received: ["Gönderi bilgileri alındı", "Parcel announced"],
  package_accepted: ["Şubeye kabul edildi", "Accepted at the branch"],
  package_departed: ["Transfer merkezinden ayrıldı", "Left the transfer centre"],
  package_processing: ["Transfer merkezinde", "At the transfer centre"],
  delivery_scheduled: ["Alıcı şubesinde", "At the recipient's branch"],
  out_for_delivery: ["Dağıtıma çıktı", "Out for delivery"],
  package_damaged: ["Hasar gördü", "Damaged"],
  package_forwarded_to_another_carrier: ["Başka kargoya devredildi", "Handed to another carrier"],
  delivery_rescheduled: ["Teslimat ertelendi", "Delivery rescheduled"],
  delivered: ["Teslim edildi", "Delivered"],
  package_lost: ["Kayboldu", "Lost"],
  package_undeliverable: ["Teslim edilemedi", "Could not be delivered"],
  return_to_sender: ["Göndericiye iade", "Returned to the sender"],
  package_canceled: ["İptal edildi", "Cancelled"],
  other: ["Bilgi", "Note"],
};

export type TrackedParcel = {
  readonly barcode: string;
  readonly serviceName: string;
  readonly districtName: string;
  readonly cityName: string;
  readonly isCanceled: boolean;
  /** Oldest first. */
  readonly steps: readonly { readonly subCode: string; readonly at: string; readonly locationName: string }[];
};

const STYLE = `
body { margin: 0 auto; max-width: 40rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff }
h1 { font-size: 1.4rem; margin: 0 } p { margin: .2rem 0 } small { color: #555 }
ol { list-style: none; margin: 1.5rem 0; padding: 0; border-left: 2px solid #bbb } li { padding: .4rem 0 .4rem 1rem }
.test { display: inline-block; padding: 0 .5rem; border: 1px solid #8a5a00; color: #8a5a00 }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } small { color: #aaa } .test { color: #f0b95a; border-color: #f0b95a } }
`;

const TIME = new Intl.DateTimeFormat("tr-TR", { timeZone: "Europe/Istanbul", dateStyle: "short", timeStyle: "short" });

/** @returns The page of a test parcel, with no script. */
export function trackingPage(parcel: TrackedParcel): Page {
  const place = [parcel.districtName, parcel.cityName].filter((name) => name !== "").join(" / ");
  const steps = [...parcel.steps].reverse().map(({ subCode, at, locationName }) => stepHtml(wordsOf(subCode), at, locationName));
  const head = parcel.isCanceled ? [`<li>${bilingual(STEPS.package_canceled)}</li>`] : [];
  const none = steps.length + head.length === 0 ? [`<li>${bilingual(["Henüz hareket yok", "No movement yet"])}</li>`] : [];
  return htmlPage({
    title: escapeHtml(parcel.barcode),
    style: STYLE,
    body: `<p class="test">TEST</p>
<h1>${escapeHtml(parcel.barcode)}</h1>
<p>${escapeHtml(parcel.serviceName)}</p>
<p>${escapeHtml(place)}</p>
<ol>${[...head, ...steps, ...none].join("")}</ol>
<p><small>${bilingual(["Bu bir deneme gönderisidir; paket yoktur. Saatler Türkiye saatidir.", "This is a test shipment; there is no parcel. Times are those of Türkiye."])}</small></p>`,
  });
}

function stepHtml(words: Words, at: string, locationName: string): string {
  const time = `<time datetime="${escapeHtml(at)}">${escapeHtml(TIME.format(new Date(at)))}</time>`;
  return `<li>${bilingual(words)}<br><small>${time}${locationName === "" ? "" : ` · ${escapeHtml(locationName)}`}</small></li>`;
}

function bilingual([turkish, english]: Words): string {
  return `${escapeHtml(turkish)} <span lang="en">· ${escapeHtml(english)}</span>`;
}

function wordsOf(subCode: string): Words {
  return isStep(subCode) ? STEPS[subCode] : STEPS.other;
}

function isStep(subCode: string): subCode is TrackingSubCode {
  return Object.hasOwn(STEPS, subCode);
}
