/** Decides which URLs a webhook may call; no other file does. */
import { isIP } from "node:net";
import { z } from "zod";
import { errors } from "../../base/errors.ts";
import {
  addressFault,
  hostOf,
  isLocalName,
  isLoopback,
  isOwnPort,
  isUsualPrinterPort,
  portOf,
  type TargetRules,
} from "../../http/outgoing/check-address.ts";
import type { PortDeps } from "../../ports/deps.ts";
import { listPrinters } from "../../printing/printers.ts";

const settingsSchema = z
  .object({ loopback: z.boolean().catch(true), private: z.boolean().catch(false) })
  .catch({ loopback: true, private: false });

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
  const port = portOf(url);
  return {
    ...settingsSchema.parse(deps.settings.read("webhookTargets") ?? {}),
    ownPort: isOwnPort(port, deps.origin()),
    printerPort: isPrinterPort(deps, port),
  };
}

/**
 * Returns whether printers usually listen on a port, or a printer of this station has this port. A
 * printer prints all bytes that arrive at its port, including the bytes of an HTTP request. The
 * address is not compared, since one printer has many names and addresses.
 */
function isPrinterPort(deps: Pick<PortDeps, "settings">, port: number): boolean {
  return (
    isUsualPrinterPort(port) ||
    listPrinters(deps).some((printer) => printer.transport === "tcp" && printer.port === port)
  );
}

/** Returns whether a URL refers to the caller's own machine, judged by its text. */
export function isOnOwnMachine(text: string): boolean {
  const host = URL.canParse(text) ? hostOf(new URL(text)) : "";
  return isIP(host) === 0 ? isLocalName(host) : isLoopback(host);
}
