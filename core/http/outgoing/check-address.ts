/**
 * Decides which addresses the station may call; no other file does. Addresses are checked after
 * they are resolved, at each call, since a name may no longer resolve to the address that it had
 * when it was configured. Callers decide the rules for their own targets.
 */
import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { CALL_SENTENCES } from "./call-sentences.ts";

export class BlockedTargetError extends Error {
  override readonly name = "BlockedTargetError";
}

/**
 * Rules for one URL. `ownPort`: the URL has the port of this station, so no loopback address may be
 * called. `printerPort`: the URL has a port on which printers listen, so no loopback or private
 * address may be called.
 */
export type TargetRules = {
  readonly loopback: boolean;
  readonly private: boolean;
  readonly ownPort: boolean;
  readonly printerPort: boolean;
};

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** Addresses outside the link-local range at which clouds serve a machine's credentials. */
const METADATA = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"];

/** Explains why an address may not be called; undefined when it may. */
export function addressFault(address: string, rules: TargetRules): string | undefined {
  const ip = ipaddr.process(address); // an IPv4 address written as IPv6 counts as IPv4
  const isMetadata = METADATA.some(
    (known) => ip.toNormalizedString() === ipaddr.parse(known).toNormalizedString(),
  );
  if (isMetadata) return CALL_SENTENCES.blockedMetadata;
  switch (ip.range()) {
    case "loopback":
      if (rules.ownPort) return CALL_SENTENCES.blockedOwnPort;
      if (rules.printerPort) return CALL_SENTENCES.blockedPrinterPort;
      return rules.loopback ? undefined : CALL_SENTENCES.blockedLoopback;
    case "private":
    case "uniqueLocal":
    case "carrierGradeNat":
      if (rules.private && rules.printerPort) return CALL_SENTENCES.blockedPrinterPort;
      return rules.private ? undefined : CALL_SENTENCES.blockedPrivate;
    case "unicast":
      return ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6)
        ? CALL_SENTENCES.blockedPublic
        : undefined;
    default:
      return CALL_SENTENCES.blockedPublic;
  }
}

/**
 * Creates a connection's lookup, which rejects a name if one of its addresses is forbidden. Calls
 * `met` with each address that it checks. Literal addresses are not looked up.
 */
export function filteredLookup(
  rules: TargetRules,
  met: (address: string) => void = () => {},
): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, "", 0);
      const addresses: LookupAddress[] = found;
      for (const { address } of addresses) {
        met(address);
        const fault = addressFault(address, rules);
        if (fault !== undefined) return callback(new BlockedTargetError(fault), "", 0);
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family ?? 0);
    });
  };
}

/** Returns whether an address belongs to this machine or its network. */
export function isNear(address: string): boolean {
  return ["loopback", "private", "uniqueLocal", "carrierGradeNat"].includes(
    ipaddr.process(address).range(),
  );
}

/** Returns whether an address is one of this machine's own. */
export function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === "loopback";
}

/** Returns whether a name refers to the caller's own machine. */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

/** Finds the host of a URL, without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Finds the port of a URL, also if the URL does not name one. */
export function portOf(url: URL): number {
  return Number(url.port !== "" ? url.port : url.protocol === "https:" ? 443 : 80);
}

/** Returns whether a port is the one on which this station listens at `origin`. */
export function isOwnPort(port: number, origin: string): boolean {
  return String(port) === /:(\d+)$/.exec(origin)?.[1];
}

/** Returns whether printers usually listen on a port. */
export function isUsualPrinterPort(port: number): boolean {
  return port === 515 || port === 631 || (port >= 9_100 && port <= 9_109);
}
