/** The state of a label's print at another station, as the screen shows it. Pure functions. */
import type { PrintRequest } from "../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import { isElsewhere, type JobState } from "./JobMark.tsx";
import type { Tone } from "./Mark.tsx";

/**
 * `waits`: it is there, and something keeps it from being printed. `uncertain`: it may have come
 * out there.
 */
type SentState = "sent" | "waits" | "printed" | "uncertain" | "notPrinted";
/** `isOver`: its time; nothing of it is begun any more. */
export type Sent = Pick<PrintRequest, "state" | "reason" | "reasonCode"> & {
  readonly isOver: boolean;
};
export type SentRequest = PrintRequest & Sent;

const UNCERTAIN: ReadonlySet<PrintRequest["reasonCode"]> = new Set<PrintRequest["reasonCode"]>([
  "not answered",
  "restored",
]);

/** @param request Null while it is not read yet. */
export function sentState(request: Sent | null): SentState {
  switch (request?.state) {
    case undefined:
      return "sent";
    case "ASKED":
      return request?.reasonCode === "waits for a person" ? "waits" : "sent";
    case "TAKEN":
      // One that still waited would have expired: it was begun, and the packer at that printer is
      // asked whether it came out.
      if (request?.isOver === true) return "uncertain";
      return request?.reason === "" ? "sent" : "waits";
    case "PRINTED":
      return "printed";
    case "FAILED":
    case "EXPIRED":
    case "CANCELLED":
      return isUncertain(request) ? "uncertain" : "notPrinted";
  }
}

/** A station that has left with the print in its journal may have printed it. */
function isUncertain(request: Sent | null): boolean {
  return (
    request !== null &&
    (UNCERTAIN.has(request.reasonCode) ||
      (request.state === "FAILED" && request.reasonCode === "station gone"))
  );
}

export const SENT_TONES = {
  sent: "attention",
  waits: "attention",
  printed: "ok",
  uncertain: "ask",
  notPrinted: "stop",
} as const satisfies Record<SentState, Tone>;

/**
 * @returns Whether the print at the other station has ended without a label that is known to be
 *   out.
 */
export function hasEndedUnprinted(request: Sent | null): boolean {
  const state = sentState(request);
  return state === "uncertain" || state === "notPrinted";
}

/**
 * Returns the print at another station that the screen shows beside a label: one that was sent
 * there, or that was not printed there, so that the label waits here again. Null when it no longer
 * matters, as after the label was printed again here.
 *
 * @param job The shipment's last label print here.
 */
export function toldSent<S extends Sent>(request: S | null, job: JobState | null): S | null {
  if (request === null || job === null) return null;
  return isElsewhere(job) || (job.status === "QUEUED" && hasEndedUnprinted(request))
    ? request
    : null;
}
