/** A webhook's secrets: the one place where the signing secret is made and used, and where both it and the header's value are sealed. */
import { createHmac, randomBytes } from "node:crypto";
import type { Deps } from "../deps.ts";

/** @returns "whsec_" and 32 random bytes in base64url. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

/** As it is kept in `webhooks.signing_secret` and `webhooks.sealed_header`. */
export async function sealSecret(deps: Deps, secret: string): Promise<string> {
  return deps.secrets.encrypt(secret);
}

/** @param sealed As `sealSecret` gave it. */
export async function openSecret(deps: Deps, sealed: string): Promise<string> {
  return deps.secrets.decrypt(sealed);
}

/** @param timestamp Unix seconds, as in X-Timestamp. @returns Hex HMAC-SHA256 of `timestamp.body`. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
