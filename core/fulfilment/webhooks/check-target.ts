/**
 * Decides which addresses a webhook may call; no other file does. Addresses are checked after they
 * are resolved, at each delivery, since a name may no longer resolve to the address that it had
 * when the webhook was registered.
 */
import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import type { PortDeps } from "../../ports/deps.ts";
import { listPrinters } from "../../printing/printers.ts";

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

const settingsSchema = z
  .object({ loopback: z.boolean().catch(true), private: z.boolean().catch(false) })
  .catch({ loopback: true, private: false });

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** Addresses outside the link-local range at which clouds serve a machine's credentials. */
const METADATA = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"];

/**
 * Checks the form of a URL, and its host if the host is an address or a localhost name. @throws
 * AppError E2032
 */
export function checkWebhookUrl(deps: Pick<PortDeps, "settings" | "origin">, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw errors.webhookUrlNotAllowed("A webhook's URL begins with http:// or https://.");
  if (url.username !== "" || url.password !== "")
    throw errors.webhookUrlNotAllowed(
      "A webhook's URL holds no user name or password. Use headerName and headerValue.",
    );
  const rules = rulesFor(deps, url);
  const host = hostOf(url);
  const fault =
    isIP(host) !== 0
      ? addressFault(host, rules)
      : isLocalName(host)
        ? addressFault("127.0.0.1", { ...rules, loopback: true })
        : undefined;
  if (fault !== undefined)
    throw errors.webhookUrlNotAllowed(`This URL may not be used for a webhook: ${fault}`);
  return url;
}

/**
 * Reads the rules for a webhook with this URL: whether the settings allow loopback addresses and
 * private networks, and whether the URL's port is this station's or a printer's.
 */
export function rulesFor(deps: Pick<PortDeps, "settings" | "origin">, url: URL): TargetRules {
  const ours = /:(\d+)$/.exec(deps.origin())?.[1];
  const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
  return {
    ...settingsSchema.parse(deps.settings.read("webhookTargets") ?? {}),
    ownPort: port === ours,
    printerPort: isPrinterPort(deps, Number(port)),
  };
}

/**
 * Returns whether printers usually listen on a port, or a printer of this station has this port. A
 * printer prints all bytes that arrive at its port, including the bytes of an HTTP request. The
 * address is not compared, since one printer has many names and addresses.
 */
function isPrinterPort(deps: Pick<PortDeps, "settings">, port: number): boolean {
  return (
    port === 515 ||
    port === 631 ||
    (port >= 9_100 && port <= 9_109) ||
    listPrinters(deps).some((printer) => printer.transport === "tcp" && printer.port === port)
  );
}

/** Returns whether a URL refers to the caller's own machine, judged by its text. */
export function isOnOwnMachine(text: string): boolean {
  const host = URL.canParse(text) ? hostOf(new URL(text)) : "";
  return isIP(host) === 0 ? isLocalName(host) : ipaddr.process(host).range() === "loopback";
}

function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

const OWN_PORT = "its port is this station's own.";
const PRINTER_PORT = "its port is a printer's. Choose another port for the receiver.";

/** Explains why an address may not be called; undefined when it may. */
export function addressFault(address: string, rules: TargetRules): string | undefined {
  const ip = ipaddr.process(address); // an IPv4 address written as IPv6 counts as IPv4
  const isMetadata = METADATA.some(
    (known) => ip.toNormalizedString() === ipaddr.parse(known).toNormalizedString(),
  );
  if (isMetadata) return "its address is a cloud's metadata address.";
  switch (ip.range()) {
    case "loopback":
      if (rules.ownPort) return OWN_PORT;
      if (rules.printerPort) return PRINTER_PORT;
      return rules.loopback ? undefined : "this station's settings allow no loopback address.";
    case "private":
    case "uniqueLocal":
    case "carrierGradeNat":
      if (rules.private && rules.printerPort) return PRINTER_PORT;
      return rules.private
        ? undefined
        : "this station's settings allow no address of a private network.";
    case "unicast":
      return ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6)
        ? "the address is not a public one."
        : undefined;
    default:
      return "the address is not a public one.";
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

/** Finds the host of a URL, without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
