/**
 * Templates of the sentences that a screen reads back: about calls to other servers, and about
 * moves from there.
 */
import { CALL_SENTENCES } from "../../http/outgoing/call-sentences.ts";
import { MARKETPLACE_SENTENCES } from "../../shipping/carriers/marketplace-sentences.ts";
import { JOINED, UNLINKED } from "../move-in/move-in-sentences.ts";

/** All templates by name; a template that ends with free text comes after the others. */
export const TEMPLATES = {
  ...CALL_SENTENCES,
  ...MARKETPLACE_SENTENCES,
  joined: JOINED,
  unlinked: UNLINKED,
} as const;
