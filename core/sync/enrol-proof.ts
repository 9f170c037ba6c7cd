/** Proves that an enrolment text comes from a program that knows the join code. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signed } from "./enrol.schema.ts";

/**
 * Requests and answers are signed differently, so that a request cannot be replayed as an answer,
 * nor an answer as a request.
 */
type Kind = "request" | "answer";

/**
 * Signs a value with a join code's secret.
 *
 * @param secret Hex, from the join code.
 */
export function sign(kind: Kind, secret: string, value: object): Signed {
  const text = JSON.stringify(value);
  return { text, mac: macOf(kind, secret, text) };
}

/** Returns whether this secret signed the text. The comparison's time does not reveal the mac. */
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
