/**
 * Keeps the host names under which this station is served. A web page whose own host name resolves
 * to this machine must not reach us: plain HTTP is served only for loopback names, TLS also for
 * names of the certificate.
 */
import { TLSSocket } from "node:tls";
import type { Socket } from "node:net";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

export type HostNames = {
  /**
   * Sets the names of the certificate; "*.example.com" matches each name one level below
   * example.com.
   */
  set(names: readonly string[]): void;
  list(): readonly string[];
  /**
   * Returns whether this station is served under a host name.
   *
   * @param host The Host header, with or without its port.
   */
  isOurs(host: string | undefined, socket: Socket): boolean;
};

/** Creates the host names: only loopback names, until the names of a certificate are set. */
export function createHostNames(): HostNames {
  let names: readonly string[] = LOOPBACK;
  return {
    set: (those) => void (names = those.map((name) => name.toLowerCase())),
    list: () => names,
    isOurs(host, socket) {
      const name = nameOf(host);
      if (name === undefined) return false;
      if (LOOPBACK.includes(name)) return true;
      return (
        socket instanceof TLSSocket &&
        names.some(
          (ours) =>
            plain(ours) === name ||
            (ours.startsWith("*.") && name.slice(name.indexOf(".")) === ours.slice(1)),
        )
      );
    },
  };
}

/**
 * Normalizes a Host header: without the port, in lower case, an IPv6 address in its shortest form
 * without brackets.
 */
function nameOf(host: string | undefined): string | undefined {
  const name = host?.replace(/:\d+$/, "").toLowerCase();
  return name?.startsWith("[") === true && name.endsWith("]") ? plain(name.slice(1, -1)) : name;
}

function plain(name: string): string {
  if (!name.includes(":")) return name;
  return URL.canParse(`http://[${name}]`)
    ? new URL(`http://[${name}]`).hostname.slice(1, -1)
    : name;
}
