/** Timeline of a shipment: its own events, the carrier's events, and each print. */
import { Circle, Printer, Truck, Wallet } from "lucide-react";
import type { ParseKeys, TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import { JobMark } from "../../ui/JobMark.tsx";
import { trackWords } from "../../ui/track-words.ts";
import styles from "./Detail.module.css";

type Happening = {
  readonly id: string;
  readonly at: string;
  readonly kind: "own" | "carrier" | "print";
  readonly words: string;
  readonly more: string;
  readonly job?: PrintJob;
};

const OWN = [
  "quoted",
  "purchaseOpened",
  "purchaseRefused",
  "bought",
  "labelPrinted",
  "shipped",
  "delivered",
  "failed",
  "returned",
  "cancelled",
] as const;

type TimelineProps = { readonly detail: ShipmentDetail; readonly jobs: readonly PrintJob[] };

/** Lists the events, newest first. A print appears once, with its result. */
export function Timeline({ detail, jobs }: TimelineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const all = happeningsOf(t, detail, jobs, format.money);
  return (
    <section className={styles["part"]}>
      <h2>{t("shipments.detail.timeline")}</h2>
      <ol className={styles["timeline"]} data-testid="timeline">
        {all.map(({ id, at, kind, words, more, job }) => (
          <li key={id}>
            <Shape kind={kind} isMoney={words === t("shipments.detail.event.bought")} />
            <time dateTime={at}>{format.instant(at)}</time>
            <span>
              <b>{words}</b>
              {job === undefined ? null : (
                <>
                  {" "}
                  <JobMark job={job} />
                </>
              )}
              {more === "" ? null : <span className={styles["soft"]}> {more}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function handOverOf(t: TFunction, { handOver }: ShipmentDetail): readonly Happening[] {
  if (handOver === null) return [];
  const { at, by, isEnded } = handOver;
  const words = isEnded ? "shipments.detail.event.handedOver" : "shipments.detail.event.loaded";
  return [{ id: "handOver", at, kind: "own", words: t(words), more: by }];
}

function happeningsOf(
  t: TFunction,
  detail: ShipmentDetail,
  jobs: readonly PrintJob[],
  money: (amount: string, currency: string) => string,
): readonly Happening[] {
  const offer = detail.shipment.acceptedOffer;
  const own = detail.facts
    .filter(({ event }) => event !== "labelPrinted")
    .map(({ id, at, event }): Happening => ({
      id,
      at,
      kind: "own",
      words: t(ownWords(event)),
      more:
        event === "bought" && offer?.paidThere === true
          ? t("shipments.detail.paidThere", {
              name: offer.providerAccountName ?? "",
              amount: money(detail.shipment.totalAmount, detail.shipment.currency),
            })
          : "",
    }));
  const carrier = detail.tracking.map((event): Happening => ({
    id: event.id,
    at: event.statusDate,
    kind: "carrier",
    words: t(trackWords(event.trackingSubStatusCode)),
    more: [
      event.locationName,
      event.statusDetails,
      event.source === "person" ? t("tracking.byHand") : "",
    ]
      .filter(Boolean)
      .join(" · "),
  }));
  const prints = jobs.map((job): Happening => ({
    id: job.id,
    at: job.sentAt ?? job.createdAt,
    kind: "print",
    words: t("shipments.detail.event.printed"),
    more: job.printerName,
    job,
  }));
  const created: Happening = {
    id: "created",
    at: detail.shipment.createdAt,
    kind: "own",
    words: t("shipments.detail.event.created"),
    more: "",
  };
  return [created, ...own, ...handOverOf(t, detail), ...carrier, ...prints]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .toReversed();
}

function Shape({ kind, isMoney }: { readonly kind: Happening["kind"]; readonly isMoney: boolean }) {
  const Icon = isMoney ? Wallet : kind === "carrier" ? Truck : kind === "print" ? Printer : Circle;
  return <Icon size={kind === "own" && !isMoney ? 12 : 18} aria-hidden="true" />;
}

/**
 * Returns the words for one of the shipment's own events. Another station with a newer version may
 * have stored an event that is unknown here.
 */
function ownWords(event: string): ParseKeys {
  const known = OWN.find((one) => one === event);
  return known === undefined ? "shipments.detail.track.other" : `shipments.detail.event.${known}`;
}
