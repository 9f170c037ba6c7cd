/**
 * The station's own certificate for programs of other machines, signed by a certificate authority
 * of its own. Its public part is handed to those machines once; certificates are renewed under it.
 * The private keys are kept sealed as all secrets are.
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
/** What is handed to other machines. */
export const AUTHORITY_FILE = "packbench-ca.crt";

const keptSchema = z.object({
  authority: z.object({ cert: z.string(), sealedKey: z.string() }),
  certificate: z
    .object({ cert: z.string(), sealedKey: z.string(), names: z.array(z.string()) })
    .nullable(),
});
type Kept = z.infer<typeof keptSchema>;

type Parts = {
  readonly folder: string;
  readonly secrets: Pick<Secrets, "encrypt" | "decrypt">;
  readonly now: Date;
};

/** The certificate of now, with the authority's, PEM. */
export type OwnCertificate = { readonly identity: Identity; readonly authority: string };

/**
 * Makes what is missing, and renews a certificate that ends within a month or lacks one of the
 * names.
 *
 * @throws AppError E2050 when the key of the secrets is lost.
 */
export async function ownCertificate(
  { folder, secrets, now }: Parts,
  names: readonly string[],
): Promise<OwnCertificate> {
  const path = join(folder, CERTIFICATES_FILE);
  const before = readKept(path);
  const authority =
    before !== undefined && authorityLasts(before.authority.cert, now)
      ? before.authority
      : await newAuthority(secrets, now);
  const kept = before?.certificate;
  const isGood =
    kept !== undefined &&
    kept !== null &&
    authority === before?.authority &&
    certificateLasts(kept.cert, now) &&
    names.every((name) => kept.names.includes(name));
  const certificate = isGood ? kept : await newCertificate(secrets, authority, names, now);
  if (!isGood) writeWhole(path, JSON.stringify({ authority, certificate } satisfies Kept, null, 2));
  writeWhole(join(folder, AUTHORITY_FILE), authority.cert);
  return {
    identity: { cert: certificate.cert, key: secrets.decrypt(certificate.sealedKey) },
    authority: authority.cert,
  };
}

async function newAuthority(secrets: Parts["secrets"], now: Date): Promise<Kept["authority"]> {
  const { cert, key } = await makeAuthority(`Packbench on ${hostname()}`, now);
  return { cert, sealedKey: secrets.encrypt(key) };
}

async function newCertificate(
  secrets: Parts["secrets"],
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
 * @returns Undefined when none was made yet. A damaged file is made anew: other machines then need
 *   the new authority's file.
 */
function readKept(path: string): Kept | undefined {
  try {
    return parseJson(readFileSync(path, "utf8"), keptSchema, CERTIFICATES_FILE);
  } catch {
    return undefined;
  }
}

/**
 * What a certificate file says of itself, for the screen.
 * @throws Error when it is no certificate.
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
