/**
 * English words for sentences of the core about calls to other servers: the core's own sentences,
 * and the short words for another server's codes. `templates` are the sentences to be read back.
 */
import { CALL_SENTENCES } from "../../core/http/outgoing/call-sentences.schema.ts";
import { MARKETPLACE_SENTENCES } from "../../core/shipping/carriers/marketplace/sentences.schema.ts";
import { JOINED, UNLINKED } from "../../core/station/move-in/move-in-sentences.schema.ts";

export const SPOKEN_TEMPLATES = {
  ...CALL_SENTENCES,
  ...MARKETPLACE_SENTENCES,
  joined: JOINED,
  unlinked: UNLINKED,
} as const;

export const enSpoken = {
  templates: SPOKEN_TEMPLATES,
  sentences: SPOKEN_TEMPLATES,
  /** Words on screens of other languages, for those that another Packbench sends with a code. */
  codes: {
    E1051: "the shipment is not found there.",
    E1055: "this is not allowed there.",
    E1064: "the offer is no longer valid there.",
    E1066: "the balance there is too low.",
    E1073: "the shipment can no longer be changed there.",
    E2005: "too many requests.",
    E2022: "the label cannot be cancelled there.",
    E2033: "the carrier there refused it.",
  },
} as const;
