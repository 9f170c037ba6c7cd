/**
 * Finds which address of a join code leads to the code's hub: the first address that presents the
 * authority with the code's fingerprint.
 */
import { X509Certificate } from "node:crypto";
import { isIPv6 } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { errors } from "../base/errors.ts";
import { fingerprintOfAuthority, type JoinCode } from "./join-code.ts";

/** `server`: "tls://host:port". `authority`: PEM. */
export type FoundHub = { readonly server: string; readonly authority: string };

/** Time for one address to complete the handshake, ms. */
const TIMEOUT_MS = 8_000;
/**
 * Delay between the starts of two attempts, ms, so that the likeliest of several good addresses
 * wins.
 */
const STAGGER_MS = 150;

/** The address leads to another machine, or to a machine that only pretends to be the hub. */
class OtherMachineError extends Error {}

/**
 * Finds the hub of a join code and its certificate authority.
 *
 * @throws AppError E2112 when no address answers, E2113 when only other machines answer.
 */
export async function findAuthority(code: JoinCode): Promise<FoundHub> {
  const sockets = new Set<TLSSocket>();
  const servers = code.hosts.map((host) => serverOf(host, code.port));
  const stop = new AbortController();
  try {
    return await Promise.any(
      code.hosts.map((host, at) =>
        shakeHands(host, code, { sockets, delayMs: at * STAGGER_MS, signal: stop.signal }),
      ),
    );
  } catch (error) {
    const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const tried = servers.join(", ");
    if (reasons.some((reason) => reason instanceof OtherMachineError))
      throw errors.hubIsAnotherMachine(
        `Another machine answers there, not the hub of this code (${tried}). Make a new code on the hub.`,
      );
    throw errors.hubNotReached(
      `The hub did not answer at ${tried}. Check that it runs, that both machines are on one network, and that its firewall allows connections to its port.`,
    );
  } finally {
    stop.abort();
    for (const socket of sockets) socket.destroy();
  }
}

/** Writes an address in the library's form: an IPv6 address is in brackets. */
export function serverOf(host: string, port: number): string {
  return `tls://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

type Attempt = {
  readonly sockets: Set<TLSSocket>;
  readonly delayMs: number;
  readonly signal: AbortSignal;
};

async function shakeHands(
  host: string,
  { port, fingerprint }: JoinCode,
  { sockets, delayMs, signal }: Attempt,
): Promise<FoundHub> {
  await new Promise((resolve) => void setTimeout(resolve, delayMs));
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    // No system authority has signed the hub's authority. The fingerprint of the hub's authority is
    // compared below, before anything is sent.
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      minVersion: "TLSv1.3",
      timeout: TIMEOUT_MS,
    });
    sockets.add(socket);
    socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
    // ERR_SSL: a program answers that does not speak TLS, so it is not the hub.
    socket.once("error", (error) =>
      reject(
        "code" in error && String(error.code).startsWith("ERR_SSL")
          ? new OtherMachineError(error.message)
          : error,
      ),
    );
    socket.once("close", () => reject(new Error("closed")));
    socket.once("secureConnect", () => {
      const authority = authorityOf(socket, fingerprint);
      if (authority === undefined) reject(new OtherMachineError("another certificate"));
      else resolve({ server: serverOf(host, port), authority: authority.toString() });
      socket.destroy();
    });
  });
}

/**
 * Finds the authority with the expected fingerprint, if it really signed the certificate of the
 * other side.
 */
function authorityOf(socket: TLSSocket, fingerprint: string): X509Certificate | undefined {
  // getPeerX509Certificate is not called here, because after that call Node no longer returns the
  // rest of the chain.
  const shown = socket.getPeerCertificate(true);
  if (!(shown.raw instanceof Uint8Array) || !(shown.issuerCertificate?.raw instanceof Uint8Array))
    return undefined;
  const [leaf, authority] = [
    new X509Certificate(shown.raw),
    new X509Certificate(shown.issuerCertificate.raw),
  ];
  const isPinned = fingerprintOfAuthority(authority.raw) === fingerprint;
  return isPinned && authority.ca && leaf.verify(authority.publicKey) ? authority : undefined;
}
