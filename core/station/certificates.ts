/**
 * The station's own certificate for programs of other machines, signed by a certificate authority of its own. Its public part is
 * handed to those machines once; certificates are renewed under it. The private keys are kept sealed as all secrets are.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { isIP } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { parseJson } from "../base/json.ts";
import { writeWhole } from "../base/write-whole.ts";
import type { Identity } from "../http/secure-listener.ts";
import type { Secrets } from "./secrets.ts";

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** Longer ones are refused by browsers and by Apple's systems. */
const CERTIFICATE_DAYS = 397;
const RENEWED_BEFORE_DAYS = 30;

export const CERTIFICATES_FILE = "certificates.json";
/** What is handed to other machines. */
export const AUTHORITY_FILE = "packbench-ca.crt";

const keptSchema = z.object({
  authority: z.object({ cert: z.string(), sealedKey: z.string() }),
  certificate: z.object({ cert: z.string(), sealedKey: z.string(), names: z.array(z.string()) }).nullable(),
});
type Kept = z.infer<typeof keptSchema>;

type Parts = { readonly folder: string; readonly secrets: Pick<Secrets, "encrypt" | "decrypt">; readonly now: Date };

/** The certificate of now, with the authority's, PEM. */
export type OwnCertificate = { readonly identity: Identity; readonly authority: string };

/** Names and addresses by which other machines reach this one. */
export function namesOfMachine(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal, address }) => !internal && !address.startsWith("fe80:")).map(({ address }) => address));
  const name = hostname().toLowerCase();
  return [...new Set(["localhost", "127.0.0.1", "::1", name, ...(name.includes(".") ? [] : [`${name}.local`]), ...addresses])];
}

/**
 * Makes what is missing, and renews a certificate that ends within a month or lacks one of the names.
 *
 * @throws AppError E2050 when the key of the secrets is lost.
 */
export async function ownCertificate({ folder, secrets, now }: Parts, names: readonly string[]): Promise<OwnCertificate> {
  const path = join(folder, CERTIFICATES_FILE);
  const before = readKept(path);
  const authority = before !== undefined && lastsUntil(before.authority.cert) > now.getTime() + CERTIFICATE_DAYS * DAY_MS ? before.authority : await makeAuthority(secrets, now);
  const kept = before?.certificate;
  const isGood =
    kept !== undefined && kept !== null && authority === before?.authority && lastsUntil(kept.cert) > now.getTime() + RENEWED_BEFORE_DAYS * DAY_MS && names.every((name) => kept.names.includes(name));
  const certificate = isGood ? kept : await makeCertificate(secrets, authority, names, now);
  if (!isGood) writeWhole(path, JSON.stringify({ authority, certificate } satisfies Kept, null, 2));
  writeWhole(join(folder, AUTHORITY_FILE), authority.cert);
  return { identity: { cert: certificate.cert, key: secrets.decrypt(certificate.sealedKey) }, authority: authority.cert };
}

async function makeAuthority(secrets: Parts["secrets"], now: Date): Promise<Kept["authority"]> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: `Packbench on ${hostname()}` }], {
    ...keyKind(now, AUTHORITY_DAYS),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, sealedKey: secrets.encrypt(made.private) };
}

async function makeCertificate(secrets: Parts["secrets"], authority: Kept["authority"], names: readonly string[], now: Date): Promise<NonNullable<Kept["certificate"]>> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: hostname() }], {
    ...keyKind(now, CERTIFICATE_DAYS),
    ca: { key: secrets.decrypt(authority.sealedKey), cert: authority.cert },
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      { name: "subjectAltName", altNames: names.map((name) => (isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name })) },
    ],
  });
  return { cert: made.cert, sealedKey: secrets.encrypt(made.private), names: [...names] };
}

/** A machine whose clock is somewhat behind takes it too. */
function keyKind(now: Date, days: number) {
  return { keyType: "ec", curve: "P-256", algorithm: "sha256", notBeforeDate: new Date(now.getTime() - DAY_MS), notAfterDate: new Date(now.getTime() + days * DAY_MS) } as const;
}

function lastsUntil(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}

/** @returns Undefined when none was made yet. A damaged file is made anew: other machines then need the new authority's file. */
function readKept(path: string): Kept | undefined {
  try {
    return parseJson(readFileSync(path, "utf8"), keptSchema, CERTIFICATES_FILE);
  } catch {
    return undefined;
  }
}

/** What a certificate file says of itself, for the screen. @throws Error when it is no certificate. */
export function readCertificate(pem: string): { readonly names: readonly string[]; readonly validTo: string; readonly fingerprint: string } {
  const found = new X509Certificate(pem);
  const names = (found.subjectAltName ?? "").split(", ").map((entry) => entry.replace(/^(DNS|IP Address):/, "").toLowerCase()).filter(Boolean);
  return { names, validTo: new Date(found.validTo).toISOString(), fingerprint: found.fingerprint256 };
}
