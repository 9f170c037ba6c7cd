/** State of a label's print at another station, as the screen shows it. Pure functions. */
import type { PrintRequest } from "../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { isElsewhere, type JobState } from "./JobMark.tsx";
import type { Tone } from "./Mark.tsx";

/**
 * `waits`: a fault there keeps the label from printing. `uncertain`: the label may have printed
 * there.
 */
type SentState = "sent" | "waits" | "printed" | "uncertain" | "notPrinted";
/** `isOver`: the request's time is over, so no print starts from it any more. */
export type Sent = Pick<PrintRequest, "state" | "reason" | "reasonCode"> & {
  readonly isOver: boolean;
};
export type SentRequest = PrintRequest & Sent;

/**
 * Causes after which the label may have printed; a station that is gone may have printed it before.
 */
const UNCERTAIN: ReadonlySet<PrintRequest["reasonCode"]> = new Set<PrintRequest["reasonCode"]>([
  "not answered",
  "restored",
  "station gone",
]);

/** Returns the state of a print request. @param request null while the request is not read yet. */
export function sentState(request: Sent | null): SentState {
  switch (request?.state) {
    case undefined:
      return "sent";
    case "ASKED":
      return request?.reasonCode === "waits for a person" ? "waits" : "sent";
    case "TAKEN":
      // A print that had not started would be EXPIRED by now. This print started, and the packer at
      // that printer is asked whether the label came out.
      if (request?.isOver === true) return "uncertain";
      return request?.reason === "" ? "sent" : "waits";
    case "PRINTED":
      return "printed";
    case "FAILED":
    case "EXPIRED":
    case "CANCELLED":
      return UNCERTAIN.has(request.reasonCode) ? "uncertain" : "notPrinted";
  }
}

export const SENT_TONES = {
  sent: "attention",
  waits: "attention",
  printed: "ok",
  uncertain: "ask",
  notPrinted: "stop",
} as const satisfies Record<SentState, Tone>;

/**
 * Returns whether the print at the other station is over and its label did not come out, or may not
 * have come out.
 */
export function hasEndedUnprinted(request: Sent | null): boolean {
  const state = sentState(request);
  return state === "uncertain" || state === "notPrinted";
}

/**
 * Returns the print at another station to show with a label: one that was sent there, or one that
 * failed there so that the label waits here again. null when the print no longer matters, such as
 * after the label was printed again here.
 *
 * @param job The shipment's last label print here.
 */
export function visibleRemotePrint<S extends Sent>(
  request: S | null,
  job: JobState | null,
): S | null {
  if (request === null || job === null) return null;
  return isElsewhere(job) || (job.status === "QUEUED" && hasEndedUnprinted(request))
    ? request
    : null;
}
