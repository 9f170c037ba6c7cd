/**
 * Handles a webhook's secrets: creates the signing secret, seals and opens that secret and the
 * header's value, and signs bodies.
 */
import { createHmac, randomBytes } from "node:crypto";
import {
  openForOrganization,
  sealForOrganization,
  type KeyDeps,
  type SealedIn,
} from "../../db/sealing/organization-key.ts";

/** Creates a signing secret: "whsec_" and 32 random bytes in base64url. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

type Of = { readonly id: string; readonly organizationID: string };
type Secret = "signing_secret" | "sealed_header";

/**
 * Seals a secret for `webhooks.signing_secret` or `webhooks.sealed_header`.
 *
 * @throws AppError E2050, E2155
 */
export function sealSecret(deps: KeyDeps, of: Of, column: Secret, secret: string): string {
  return sealForOrganization(deps, sealedIn(of, column), secret);
}

/**
 * Opens a secret.
 *
 * @param sealed Result of `sealSecret`.
 * @throws AppError E2050, E2155
 */
export function openSecret(deps: KeyDeps, of: Of, column: Secret, sealed: string): string {
  return openForOrganization(deps, sealedIn(of, column), sealed);
}

function sealedIn({ id, organizationID }: Of, column: Secret): SealedIn {
  return { organizationID, table: "webhooks", column, id };
}

/**
 * Signs a body.
 *
 * @param timestamp Unix seconds, as in X-Timestamp.
 * @returns Hex HMAC-SHA256 of `timestamp.body`.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
