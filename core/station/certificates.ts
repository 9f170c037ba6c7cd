/**
 * The station's own TLS certificate, signed by the station's own certificate authority. Other
 * machines import the authority's public certificate, and then also accept renewed certificates,
 * which the same authority signs. Private keys are stored encrypted.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import {
  authorityLasts,
  certificateLasts,
  makeAuthority,
  makeCertificate,
} from "../base/own-certificates.ts";
import { writeWhole } from "../base/write-whole.ts";
import type { Identity } from "../http/secure-listener.ts";
import type { Secrets } from "../ports/secrets.ts";

export const CERTIFICATES_FILE = "certificates.json";
/** Public certificate of the authority, to import on other machines. */
export const AUTHORITY_FILE = "packbench-ca.crt";

const keptSchema = z.object({
  authority: z.object({ cert: z.string(), sealedKey: z.string() }),
  certificate: z
    .object({ cert: z.string(), sealedKey: z.string(), names: z.array(z.string()) })
    .nullable(),
});
type Kept = z.infer<typeof keptSchema>;

type CertificateParts = {
  readonly folder: string;
  readonly secrets: Pick<Secrets, "encrypt" | "decrypt">;
  readonly now: Date;
};

/** The current certificate with its key, and the authority's certificate; PEM. */
export type OwnCertificate = { readonly identity: Identity; readonly authority: string };

/**
 * Creates the authority and certificate if missing. Renews an authority that would expire before a
 * new certificate. Renews a certificate that expires within a month, lacks one of the names, or is
 * signed by an earlier authority.
 *
 * @throws AppError E2050 when the key of the stored secrets is lost.
 */
export async function ownCertificate(
  { folder, secrets, now }: CertificateParts,
  names: readonly string[],
): Promise<OwnCertificate> {
  const path = join(folder, CERTIFICATES_FILE);
  const before = readKept(path);
  const authority =
    before !== undefined && authorityLasts(before.authority.cert, now)
      ? before.authority
      : await newAuthority(secrets, now);
  const kept = before?.certificate;
  const isCurrent =
    kept !== undefined &&
    kept !== null &&
    authority === before?.authority &&
    certificateLasts(kept.cert, now) &&
    names.every((name) => kept.names.includes(name));
  const certificate = isCurrent ? kept : await newCertificate(secrets, authority, names, now);
  if (!isCurrent)
    writeWhole(path, JSON.stringify({ authority, certificate } satisfies Kept, null, 2));
  writeWhole(join(folder, AUTHORITY_FILE), authority.cert);
  return {
    identity: { cert: certificate.cert, key: secrets.decrypt(certificate.sealedKey) },
    authority: authority.cert,
  };
}

async function newAuthority(
  secrets: CertificateParts["secrets"],
  now: Date,
): Promise<Kept["authority"]> {
  const { cert, key } = await makeAuthority(`Packbench on ${hostname()}`, now);
  return { cert, sealedKey: secrets.encrypt(key) };
}

async function newCertificate(
  secrets: CertificateParts["secrets"],
  authority: Kept["authority"],
  names: readonly string[],
  now: Date,
): Promise<NonNullable<Kept["certificate"]>> {
  const { cert, key } = await makeCertificate(
    { cert: authority.cert, key: secrets.decrypt(authority.sealedKey) },
    names,
    now,
  );
  return { cert, sealedKey: secrets.encrypt(key), names: [...names] };
}

/**
 * Reads the stored authority and certificate.
 * @returns Undefined when the file is missing or damaged. A damaged file is replaced, and other
 *   machines then need the new authority file.
 */
function readKept(path: string): Kept | undefined {
  try {
    return parseJson(readFileSync(path, "utf8"), keptSchema, CERTIFICATES_FILE);
  } catch {
    return undefined;
  }
}

/**
 * Reads a certificate's names, expiry and fingerprint, for the screen.
 * @throws Error when the text is not a certificate.
 */
export function readCertificate(pem: string): {
  readonly names: readonly string[];
  readonly validTo: string;
  readonly fingerprint: string;
} {
  const found = new X509Certificate(pem);
  const names = (found.subjectAltName ?? "")
    .split(", ")
    .map((entry) => entry.replace(/^(DNS|IP Address):/, "").toLowerCase())
    .filter(Boolean);
  return {
    names,
    validTo: new Date(found.validTo).toISOString(),
    fingerprint: found.fingerprint256,
  };
}
