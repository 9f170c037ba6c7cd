/**
 * Decides which URLs of carriers the station may call. Public addresses are called over TLS; the
 * setting `carrierTargets` allows more, for test systems and for the carriers' simulator.
 */
import { isIP } from "node:net";
import { z } from "zod";
import type { PortDeps } from "../../ports/deps.ts";
import {
  addressFault,
  hostOf,
  isLocalName,
  isLoopback,
  isOwnPort,
  isUsualPrinterPort,
  portOf,
  type TargetRules,
} from "./check-address.ts";
import { CALL_SENTENCES } from "./call-sentences.ts";

/**
 * `plain`: http:// at any address. `loopback`: this machine, also over http://. `private`: the
 * machine's own network.
 */
const settingsSchema = z
  .object({
    plain: z.boolean().catch(false),
    loopback: z.boolean().catch(false),
    private: z.boolean().catch(false),
  })
  .catch({ plain: false, loopback: false, private: false });

export type CheckedTarget =
  | { readonly url: URL; readonly rules: TargetRules }
  | { readonly fault: string };

/** Checks a URL, and its host if the host is an address. Names are checked when they are resolved. */
export function checkTarget(
  deps: Pick<PortDeps, "settings" | "origin">,
  text: string,
): CheckedTarget {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    return { fault: CALL_SENTENCES.blockedScheme };
  if (url.username !== "" || url.password !== "") return { fault: CALL_SENTENCES.blockedLogin };
  const settings = settingsSchema.parse(deps.settings.read("carrierTargets") ?? {});
  const host = hostOf(url);
  const isAddress = isIP(host) !== 0;
  const isOwnMachine = isAddress ? isLoopback(host) : isLocalName(host);
  if (url.protocol === "http:" && !settings.plain && !(isOwnMachine && settings.loopback))
    return { fault: CALL_SENTENCES.blockedPlain };
  const port = portOf(url);
  const rules: TargetRules = {
    loopback: settings.loopback,
    private: settings.private,
    ownPort: isOwnPort(port, deps.origin()),
    printerPort: isUsualPrinterPort(port),
  };
  const fault = isAddress ? addressFault(host, rules) : undefined;
  return fault === undefined ? { url, rules } : { fault };
}
