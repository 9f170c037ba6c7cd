/**
 * Where a webhook may call: the one place that decides it. Addresses are judged after they are resolved, at each
 * delivery, since a name may point elsewhere by then; names alone prove nothing.
 */
import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";

export class BlockedTargetError extends Error {
  override readonly name = "BlockedTargetError";
}

/** `ownPort`: the URL names the port this station listens on; then no address of this machine may be called. */
export type TargetRules = { readonly loopback: boolean; readonly private: boolean; readonly ownPort: boolean };

const settingsSchema = z.object({ loopback: z.boolean().catch(true), private: z.boolean().catch(false) }).catch({ loopback: true, private: false });

const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");
/** Addresses at which clouds hand out a machine's credentials and that are no link-local ones. */
const METADATA = ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"];

/** The shape of the URL alone, and a literal address in it. @throws AppError E2032 */
export function checkWebhookUrl(deps: Pick<Deps, "settings" | "origin">, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) throw new AppError("E2032", "A webhook's URL begins with http:// or https://.");
  if (url.username !== "" || url.password !== "") throw new AppError("E2032", "A webhook's URL holds no user name or password. Use headerName and headerValue.");
  const rules = rulesFor(deps, url);
  const host = hostOf(url);
  const fault = isIP(host) !== 0 ? addressFault(host, rules) : rules.ownPort && /(^|\.)localhost\.?$/i.test(host) ? OWN_PORT : undefined;
  if (fault !== undefined) throw new AppError("E2032", `This URL may not be used for a webhook: ${fault}`);
  return url;
}

export function rulesFor(deps: Pick<Deps, "settings" | "origin">, url: URL): TargetRules {
  const ours = /:(\d+)$/.exec(deps.origin())?.[1];
  const port = url.port !== "" ? url.port : url.protocol === "https:" ? "443" : "80";
  return { ...settingsSchema.parse(deps.settings.read("webhookTargets") ?? {}), ownPort: port === ours };
}

const OWN_PORT = "it is this station's own port.";

/** @returns Why this address may not be called; undefined when it may. */
export function addressFault(address: string, rules: TargetRules): string | undefined {
  const ip = ipaddr.process(address); // an IPv4 address written as IPv6 is that IPv4 address
  const isMetadata = METADATA.some((known) => ip.toNormalizedString() === ipaddr.parse(known).toNormalizedString());
  if (isMetadata) return "it is a cloud's metadata address.";
  switch (ip.range()) {
    case "loopback":
      if (rules.ownPort) return OWN_PORT;
      return rules.loopback ? undefined : "this station's settings allow no loopback address.";
    case "private":
    case "uniqueLocal":
    case "carrierGradeNat":
      return rules.private ? undefined : "this station's settings allow no address of a private network.";
    case "unicast":
      return ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6) ? "the address is not a public one." : undefined;
    default:
      return "the address is not a public one.";
  }
}

/** What a connection resolves names by: one bad address refuses the name. Literal addresses never come here. */
export function filteredLookup(rules: TargetRules): LookupFunction {
  return (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, "", 0);
      const addresses: LookupAddress[] = found;
      for (const { address } of addresses) {
        const fault = addressFault(address, rules);
        if (fault !== undefined) return callback(new BlockedTargetError(fault), "", 0);
      }
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family ?? 0);
    });
  };
}

/** Without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
