/** Tone of each state of a print request. */
import type { PrintRequest } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import type { Tone } from "../../ui/Mark.tsx";

export const REQUEST_TONES: Record<PrintRequest["state"], Tone> = {
  ASKED: "info",
  TAKEN: "info",
  PRINTED: "ok",
  FAILED: "stop",
  EXPIRED: "attention",
  CANCELLED: "attention",
};
