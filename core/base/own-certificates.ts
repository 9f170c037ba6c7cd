/**
 * Makes this machine's own certificates: its certificate authority, and certificates that the
 * authority signs.
 */
import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3_650;
/** Validity of a certificate, days; browsers and Apple's systems reject a longer validity. */
const CERTIFICATE_DAYS = 397;
const RENEWED_BEFORE_DAYS = 30;

/** Certificate and private key, both PEM. */
export type KeyedCertificate = { readonly cert: string; readonly key: string };

/**
 * Lists addresses by which other machines can reach this machine, in the order of its network
 * interfaces.
 */
export function addressesOfMachine(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? [])
      .filter(({ internal, address }) => !internal && !address.startsWith("fe80:"))
      .map(({ address }) => address),
  );
}

/** Lists names and addresses of this machine, including those that work only on this machine. */
export function namesOfMachine(): readonly string[] {
  const name = hostname().toLowerCase();
  return [
    ...new Set([
      "localhost",
      "127.0.0.1",
      "::1",
      name,
      ...(name.includes(".") ? [] : [`${name}.local`]),
      ...addressesOfMachine(),
    ]),
  ];
}

/** Makes an authority that may sign certificates of machines but no further authority. */
export async function makeAuthority(commonName: string, now: Date): Promise<KeyedCertificate> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: commonName }], {
    ...keyKind(now, AUTHORITY_DAYS),
    extensions: [
      { name: "basicConstraints", cA: true, pathLenConstraint: 0, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Makes a server's certificate for these names and addresses. */
export async function makeCertificate(
  authority: KeyedCertificate,
  names: readonly string[],
  now: Date,
): Promise<KeyedCertificate> {
  const { generate } = await import("selfsigned");
  const made = await generate([{ name: "commonName", value: hostname() }], {
    ...keyKind(now, CERTIFICATE_DAYS),
    ca: authority,
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** Returns whether the authority outlasts a certificate that it signs now. */
export function authorityLasts(pem: string, now: Date): boolean {
  return endOf(pem) > now.getTime() + CERTIFICATE_DAYS * DAY_MS;
}

/**
 * Returns whether a certificate is valid for more than a month, so that it needs no renewal now.
 */
export function certificateLasts(pem: string, now: Date): boolean {
  return endOf(pem) > now.getTime() + RENEWED_BEFORE_DAYS * DAY_MS;
}

/**
 * Returns the key type and the validity of a certificate. The validity starts a day before `now`,
 * so that a machine whose clock is slow accepts the certificate.
 */
function keyKind(now: Date, days: number) {
  return {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    notBeforeDate: new Date(now.getTime() - DAY_MS),
    notAfterDate: new Date(now.getTime() + days * DAY_MS),
  } as const;
}

function endOf(pem: string): number {
  return Date.parse(new X509Certificate(pem).validTo);
}
