/**
 * Public tracking page for the recipient: status, promised date, carrier. The page shows nothing
 * about the recipient except the place, runs no script, and does not show the free text of a
 * carrier's scan.
 */
import { escapeHtml } from "../../base/text.ts";
import { htmlPage, type Page } from "../../http/html-page.ts";
import { eventWords, PAGE_WORDS, type PageLanguage } from "./tracking-page-words.ts";

/** Steps of the page, in order. */
const STEPS = ["announced", "onItsWay", "outForDelivery", "delivered"] as const;

export type TrackedParcel = {
  readonly language: PageLanguage;
  readonly barcode: string;
  /** "" when the carrier has given only the barcode. */
  readonly trackingNumber: string;
  readonly serviceName: string;
  readonly districtName: string;
  readonly cityName: string;
  /** Carrier's page; "" when the carrier has none. */
  readonly carrierURL: string;
  /** Midnight at the end of the promised day; null without a promise. */
  readonly promisedUntil: string | null;
  readonly isTest: boolean;
  readonly isCanceled: boolean;
  /** Status of the shipment. */
  readonly status: string;
  /** Events of the parcel, oldest first. */
  readonly steps: readonly {
    readonly subCode: string;
    readonly at: string;
    readonly locationName: string;
  }[];
};

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 40rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff }
h1 { font-size: 1.6rem; line-height: 1.25; margin: .2rem 0 1rem } h2 { font-size: 1rem; margin: 2rem 0 .5rem } p { margin: .2rem 0 } a { color: #0b4a8f }
.soft { color: #4a4a4a } .test { display: inline-block; padding: 0 .5rem; border: 1px solid #8a5a00; color: #704800 }
.steps { display: flex; gap: .5rem; list-style: none; margin: 0 0 1.5rem; padding: 0 }
.steps li { flex: 1; padding-top: .5rem; border-top: 5px solid #c4c4c4; color: #4a4a4a; font-size: .9rem }
.steps .done { border-color: #0b4a8f; color: #1a1a1a } .steps .now { font-weight: 700 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1rem; margin: 0 } dt { color: #4a4a4a } dd { margin: 0; overflow-wrap: anywhere }
.events { list-style: none; margin: 0; padding: 0; border-left: 2px solid #c4c4c4 } .events li { padding: .4rem 0 .4rem 1rem } main > .soft { margin-top: 1.5rem }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } a { color: #8fc3ff } .soft, dt, .steps li { color: #bdbdbd } .test { color: #f0b95a; border-color: #f0b95a } .steps .done { border-color: #8fc3ff; color: #eee } .steps li, .events { border-color: #555 } }
`;

/** Builds the page in one language, without a script. */
export function trackingPage(parcel: TrackedParcel): Page {
  const words = PAGE_WORDS[parcel.language];
  const times = new Intl.DateTimeFormat(words.locale, {
    timeZone: "Europe/Istanbul",
    dateStyle: "medium",
    timeStyle: "short",
  });
  const far = howFar(parcel);
  const title = parcel.isCanceled
    ? words.canceled
    : far === undefined
      ? headlineOf(parcel)
      : words.steps[STEPS[far] ?? "announced"];
  const events = [...parcel.steps].reverse().map(({ subCode, at, locationName }) => {
    const time = `<time datetime="${escapeHtml(at)}">${escapeHtml(times.format(new Date(at)))}</time>`;
    return `<li>${escapeHtml(eventWords(subCode, parcel.language))}<br><span class="soft">${time}${locationName === "" ? "" : ` · ${escapeHtml(locationName)}`}</span></li>`;
  });
  return htmlPage({
    language: parcel.language,
    title: escapeHtml(`${title} · ${parcel.barcode}`),
    style: STYLE,
    body: `<main>${parcel.isTest ? `<p class="test">TEST</p>` : ""}
<h1>${escapeHtml(title)}</h1>
${far === undefined || parcel.isCanceled ? "" : stepsHtml(far, parcel.language)}
<dl>${factsOf(parcel)
      .map(([name, html]) => `<dt>${escapeHtml(name)}</dt><dd>${html}</dd>`)
      .join("")}</dl>
<h2>${escapeHtml(words.events)}</h2>
${events.length === 0 ? `<p>${escapeHtml(words.none)}</p>` : `<ol class="events">${events.join("")}</ol>`}
<p class="soft">${escapeHtml(`${parcel.isTest ? `${words.test} ` : ""}${words.zone}`)}</p></main>`,
  });
}

/** Lists the promised day of an open parcel, the place, carrier, number and carrier's page. */
function factsOf(parcel: TrackedParcel): readonly (readonly [name: string, html: string])[] {
  const words = PAGE_WORDS[parcel.language];
  const dates = new Intl.DateTimeFormat(words.locale, {
    timeZone: "Europe/Istanbul",
    dateStyle: "long",
  });
  const isOpen =
    !parcel.isCanceled && parcel.status !== "DELIVERED" && parcel.status !== "RETURNED";
  return [
    ...(isOpen && parcel.promisedUntil !== null
      ? [
          [
            words.promised,
            escapeHtml(dates.format(new Date(Date.parse(parcel.promisedUntil) - 1))),
          ] as const,
        ]
      : []),
    [
      words.to,
      escapeHtml([parcel.districtName, parcel.cityName].filter((name) => name !== "").join(" / ")),
    ],
    [words.carrier, escapeHtml(parcel.serviceName)],
    [
      words.number,
      escapeHtml(parcel.trackingNumber === "" ? parcel.barcode : parcel.trackingNumber),
    ],
    ...(parcel.carrierURL === ""
      ? []
      : [
          [
            words.carrierPage,
            `<a href="${escapeHtml(parcel.carrierURL)}" rel="noreferrer">${escapeHtml(new URL(parcel.carrierURL).host)}</a>`,
          ] as const,
        ]),
  ];
}

function stepsHtml(far: number, language: PageLanguage): string {
  const { steps } = PAGE_WORDS[language];
  return `<ol class="steps">${STEPS.map((step, i) => `<li${i > far ? "" : ` class="done${i === far ? " now" : ""}"`}${i === far ? ` aria-current="step"` : ""}>${escapeHtml(steps[step])}</li>`).join("")}</ol>`;
}

/**
 * Finds the index of the current step; undefined for a parcel outside of the usual steps: lost,
 * undeliverable or returned.
 */
function howFar({ status, steps }: Pick<TrackedParcel, "status" | "steps">): number | undefined {
  if (status === "FAILED" || status === "RETURNED") return undefined;
  if (status === "DELIVERED") return 3;
  if (status !== "SHIPPED" && status !== "RETURN_SHIPPED") return 0;
  return steps.at(-1)?.subCode === "out_for_delivery" ? 2 : 1;
}

function headlineOf({ steps, language, status }: TrackedParcel): string {
  const last = steps.findLast(({ subCode }) =>
    ["package_lost", "package_undeliverable", "return_to_sender"].includes(subCode),
  );
  return eventWords(
    last?.subCode ?? (status === "RETURNED" ? "return_to_sender" : "package_undeliverable"),
    language,
  );
}
