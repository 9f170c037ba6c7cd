/**
 * The hub's authority and its server's certificate. Stations pin the authority, so it is made once;
 * the server's certificate is renewed. Only the user may read the key files, which nats-server
 * reads directly.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  certificateLasts,
  makeAuthority,
  makeCertificate,
  namesOfMachine,
  type KeyedCertificate,
} from "../../base/own-certificates.ts";
import { writeWhole } from "../../base/write-whole.ts";
import { HubError } from "./hub-error.ts";

/**
 * Lists the paths of the PEM files. `chain`: the server's certificate, then the authority's
 * certificate, so that a joining station gets both.
 */
export function certificateFiles(folder: string) {
  return {
    authority: join(folder, "authority.crt"),
    authorityKey: join(folder, "authority.key"),
    chain: join(folder, "server.crt"),
    key: join(folder, "server.key"),
  } as const;
}

/**
 * Reads the hub's certificate authority.
 *
 * @returns PEM of the authority; undefined before the first start.
 */
export function findHubAuthority(folder: string): string | undefined {
  const { authority } = certificateFiles(folder);
  return existsSync(authority) ? readFileSync(authority, "utf8") : undefined;
}

/**
 * Makes missing files, and renews a server's certificate that ends within a month.
 *
 * @returns PEM of the authority, and whether the server must reload its certificate.
 * @throws HubError when the authority's files are damaged.
 */
export async function ensureCertificates(
  folder: string,
  hubName: string,
  now: Date,
): Promise<{ readonly authority: string; readonly isRenewed: boolean }> {
  const files = certificateFiles(folder);
  const authority = await authorityOf(folder, hubName, now);
  if (isGood(files, authority, now)) return { authority: authority.cert, isRenewed: false };
  const made = await makeCertificate(authority, namesOfMachine(), now);
  writeWhole(files.key, made.key);
  writeWhole(files.chain, `${made.cert.trim()}\n${authority.cert}`);
  return { authority: authority.cert, isRenewed: true };
}

async function authorityOf(folder: string, hubName: string, now: Date): Promise<KeyedCertificate> {
  const files = certificateFiles(folder);
  const cert = findHubAuthority(folder);
  if (cert === undefined) {
    const made = await makeAuthority(`Packbench hub ${hubName}`.slice(0, 64), now);
    // The certificate is written last: after a crash in between there is a key without a
    // certificate, and both are made again.
    writeWhole(files.authorityKey, made.key);
    writeWhole(files.authority, made.cert);
    return made;
  }
  try {
    const key = readFileSync(files.authorityKey, "utf8");
    if (new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return { cert, key };
  } catch {
    // An unreadable key is handled like a key that does not fit.
  }
  throw new HubError(
    `${files.authority} and ${files.authorityKey} do not belong together, or one is damaged. Put good copies back: all stations know this hub by them.`,
  );
}

function isGood(
  files: ReturnType<typeof certificateFiles>,
  authority: KeyedCertificate,
  now: Date,
): boolean {
  try {
    const leaf = readFileSync(files.chain, "utf8");
    const certificate = new X509Certificate(leaf);
    const isOwn =
      certificate.verify(new X509Certificate(authority.cert).publicKey) &&
      certificate.checkPrivateKey(createPrivateKey(readFileSync(files.key, "utf8")));
    return isOwn && certificateLasts(leaf, now);
  } catch {
    return false; // A file is missing, or a renewal was interrupted.
  }
}
