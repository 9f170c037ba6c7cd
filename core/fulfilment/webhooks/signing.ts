/**
 * A webhook's secrets: the one place where the signing secret is made and used, and where both it
 * and the header's value are sealed.
 */
import { createHmac, randomBytes } from "node:crypto";
import {
  openForOrganization,
  sealForOrganization,
  type KeyDeps,
  type SealedIn,
} from "../../db/sealing/organization-key.ts";

/** @returns "whsec_" and 32 random bytes in base64url. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64url")}`;
}

type Of = { readonly id: string; readonly organization_id: string };
type Secret = "signing_secret" | "sealed_header";

/**
 * As it is kept in `webhooks.signing_secret` and `webhooks.sealed_header`.
 * @throws AppError E2050, E2155
 */
export function sealSecret(deps: KeyDeps, of: Of, column: Secret, secret: string): string {
  return sealForOrganization(deps, placeOf(of, column), secret);
}

/** @param sealed As `sealSecret` gave it. @throws AppError E2050, E2155 */
export function openSecret(deps: KeyDeps, of: Of, column: Secret, sealed: string): string {
  return openForOrganization(deps, placeOf(of, column), sealed);
}

function placeOf({ id, organization_id: organizationID }: Of, column: Secret): SealedIn {
  return { organizationID, table: "webhooks", column, id };
}

/**
 * @param timestamp Unix seconds, as in X-Timestamp.
 * @returns Hex HMAC-SHA256 of `timestamp.body`.
 */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
}
