/** Proof that a text of an enrolment comes from one who has the join code. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signed } from "./enrol.schema.ts";

/** Request and answer are signed differently, so none is sent back as the other. */
type Kind = "request" | "answer";

/** @param secret Hex, of the join code. */
export function sign(kind: Kind, secret: string, value: object): Signed {
  const text = JSON.stringify(value);
  return { text, mac: macOf(kind, secret, text) };
}

/** Whether the text was signed by this secret, in the same time for any wrong one. */
export function isSigned(kind: Kind, secret: string, { text, mac }: Signed): boolean {
  const [given, expected] = [
    Buffer.from(mac, "hex"),
    Buffer.from(macOf(kind, secret, text), "hex"),
  ];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf(kind: Kind, secret: string, text: string): string {
  return createHmac("sha256", Buffer.from(secret, "hex"))
    .update(`packbench enrol ${kind}\n`)
    .update(text)
    .digest("hex");
}
