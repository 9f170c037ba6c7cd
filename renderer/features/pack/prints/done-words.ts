/**
 * Title and text for an order with nothing left to buy, and where the label of a cancelled order
 * is. Pure functions.
 */
import type { OpenedOrder } from "../../../../core/station/station.schema.ts";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { isElsewhere, jobTone, type JobState } from "../../../ui/JobMark.tsx";
import type { Tone } from "../../../ui/Mark.tsx";
import { SENT_TONES, sentState, type Sent } from "../../../ui/sent-words.ts";

type LateLabel = Pick<OpenedOrder, "isLabelAwaited" | "isPrintedOnScan">;

export type DoneWords = {
  readonly tone: Tone;
  readonly title:
    | "together.cancelledTitle"
    | `done.${"printed" | "sent" | "printing" | "waits" | "uncertain" | "notPrinted" | "elsewhere" | "waitsElsewhere" | "printedElsewhere" | "cancelledTitle" | "openTitle" | "awaitedTitle" | "closedTitle" | "conflictTitle"}`;
  readonly lead:
    | "together.cancelledLead"
    | "done.cancelledLead"
    | "done.openLead"
    | "done.openStuckLead"
    | "done.awaitedLead"
    | "done.awaitedByHandLead"
    | "done.closedLead"
    | "done.look"
    | "errors.E2053"
    | null;
};

const SENT_TITLES = {
  sent: "done.elsewhere",
  waits: "done.waitsElsewhere",
  printed: "done.printedElsewhere",
  uncertain: "done.uncertain",
  notPrinted: "done.notPrinted",
} as const satisfies Record<ReturnType<typeof sentState>, DoneWords["title"]>;

/**
 * Returns the large words after a purchase: whether the label came out.
 *
 * @param job The label's last print job; null when it has none.
 * @param sent The print of a label that was sent to another station; null for other labels, and
 *   until it is read.
 */
export function wordsAfterPurchase(job: JobState | null, sent: Sent | null = null): DoneWords {
  if (job === null) return { tone: "attention", title: "done.notPrinted", lead: null };
  const tone = jobTone(job);
  switch (job.status) {
    case "QUEUED":
      return { tone, title: tone === "attention" ? "done.waits" : "done.printing", lead: null };
    case "SENDING":
      return { tone, title: "done.printing", lead: null };
    case "CONFIRMED":
      return { tone, title: "done.printed", lead: null };
    case "SENT":
      return job.isAnswered
        ? { tone, title: "done.printed", lead: null }
        : { tone, title: "done.sent", lead: "done.look" };
    case "UNKNOWN":
      return { tone, title: "done.uncertain", lead: null };
    case "FAILED":
      if (!isElsewhere(job)) return { tone, title: "done.notPrinted", lead: null };
      return { tone: SENT_TONES[sentState(sent)], title: SENT_TITLES[sentState(sent)], lead: null };
  }
}

/**
 * Returns title, text and tone for a reopened order with nothing left to buy, by the status and the
 * last error of its shipment.
 *
 * @param givenUp Number of purchases and cancellations that need a person's decision in Settings.
 * @param isPackedWith Whether the items of a cancelled order are in another order's parcel.
 * @param late Whether the carrier has not made the label yet, and whether a scan here prints it.
 */
export function wordsFor(
  { statusCode, lastErrorCode }: Shipment,
  givenUp = 0,
  late: LateLabel = { isLabelAwaited: false, isPrintedOnScan: false },
  isPackedWith = false,
): DoneWords {
  // Takes precedence over the status: two stations acted differently, and the parcel may carry
  // either label.
  if (lastErrorCode === "E2053")
    return { tone: "attention", title: "done.conflictTitle", lead: "errors.E2053" };
  if (statusCode === "CANCELED" && isPackedWith)
    return {
      tone: "info",
      title: "together.cancelledTitle",
      lead: "together.cancelledLead",
    };
  if (statusCode === "CANCELED")
    return { tone: "attention", title: "done.cancelledTitle", lead: "done.cancelledLead" };
  if (statusCode === "OFFER_ACCEPTED" && late.isLabelAwaited)
    return {
      tone: "attention",
      title: "done.awaitedTitle",
      lead: late.isPrintedOnScan ? "done.awaitedLead" : "done.awaitedByHandLead",
    };
  if (statusCode === "OFFER_ACCEPTED")
    return {
      tone: "attention",
      title: "done.openTitle",
      lead: lastErrorCode === "E2008" && givenUp > 0 ? "done.openStuckLead" : "done.openLead",
    };
  return { tone: "info", title: "done.closedTitle", lead: "done.closedLead" };
}

/**
 * Returns whether the label of a cancelled shipment was printed, may have been printed, or was not
 * printed.
 *
 * @param job The label's last print job.
 */
export function whereLabelIs(job: JobState | null): "printed" | "perhaps" | "nowhere" {
  if (job === null) return "nowhere";
  if (job.status === "SENDING" || job.status === "SENT" || job.status === "CONFIRMED")
    return "printed";
  return job.status === "UNKNOWN" ||
    isElsewhere(job) ||
    job.lastErrorCode === "shipment cancelled, may be printed"
    ? "perhaps"
    : "nowhere";
}
