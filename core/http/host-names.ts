/**
 * By which names this station is served. A page in a browser that made its own name point here must
 * not reach us: in clear only loopback's names are served, by TLS those of the certificate too.
 */
import { TLSSocket } from "node:tls";
import type { Socket } from "node:net";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

export type HostNames = {
  /** Names of the certificate; "*.example.com" stands for each name directly below. */
  set(names: readonly string[]): void;
  list(): readonly string[];
  /** @param host The Host header, with its port or without. */
  isOurs(host: string | undefined, socket: Socket): boolean;
};

/** Loopback's names until a certificate brings others. */
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

/** Lower case, an IPv6 address in its shortest form and without brackets. */
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
