/** The addresses under which stations reach the hub, and the join codes that contain them. */
import { X509Certificate } from "node:crypto";
import { isIPv4 } from "node:net";
import { hostname } from "node:os";
import { addressesOfMachine } from "../../base/own-certificates.ts";
import { fingerprintOfAuthority, makeJoinCode } from "../join-code.ts";
import { serverOf } from "../enrol-find-hub.ts";
import type { Invitation } from "../hub-control.schema.ts";
import type { Code } from "./station-registry.schema.ts";
import type { HubSettings } from "./hub-folder.ts";

/**
 * Maximum number of addresses of this machine in a join code. A machine with containers may have
 * many more addresses, and a join code must be short.
 */
const MOST_ADDRESSES = 4;

/**
 * Lists the hosts in the order in which a station should try them: the advertised hosts, if there
 * are any; otherwise the one address on which the server listens; or, if the server listens on all
 * addresses, this machine's IPv4 addresses, its name, and last 127.0.0.1.
 */
function hubHosts({ host, advertise }: Pick<HubSettings, "host" | "advertise">): readonly string[] {
  if (advertise.length > 0) return advertise;
  if (host !== "0.0.0.0" && host !== "::") return [host];
  const all = addressesOfMachine().filter((address) => isIPv4(address));
  return [...new Set([...all.slice(0, MOST_ADDRESSES), hostname().toLowerCase(), "127.0.0.1"])];
}

/** Lists the URL of each host: "tls://host:port". */
export function hubServers(settings: HubSettings): string[] {
  return hubHosts(settings).map((host) => serverOf(host, settings.port));
}

/**
 * Makes an invitation with a join code. The hub prints an invitation at each start, and for its
 * command `add`.
 *
 * @param authority The hub's certificate authority, PEM.
 */
export function invitationOf(
  settings: HubSettings,
  authority: string,
  { id, secret }: Pick<Code, "id" | "secret">,
): Invitation {
  const hosts = hubHosts(settings);
  const fingerprint = fingerprintOfAuthority(new X509Certificate(authority).raw);
  return {
    url: serverOf(hosts[0] ?? "127.0.0.1", settings.port),
    joinCode: makeJoinCode({ hosts, port: settings.port, fingerprint, id, secret }),
  };
}
