/** A shipment's metadata as its row keeps it: JSON of the caller's own, of which labels and carriers show one reference. */
import { objectSchema, parseJson } from "../base/json.ts";

/** @returns The sender's own reference; "" when there is none. */
export function readReference(metadata: string): string {
  if (metadata === "{}") return ""; // as most are
  const { reference1 } = parseJson(metadata, objectSchema, "a shipment's metadata");
  return typeof reference1 === "string" ? reference1 : "";
}
