/** Enforces the policy of a company's IT about hubs: which hub a station may join. */
import { errors } from "../../base/errors.ts";
import type { Policy } from "../../base/policy.ts";
import { findJoinCode } from "../join-code.ts";
import type { ServerAccess } from "./join-server.ts";

export type HubPolicy = NonNullable<Policy["hub"]>;

/**
 * Requires that a join code or a server leads to the hub of the policy.
 *
 * @throws AppError E2121 when the hub is not the policy's hub. Text that is not a join code passes
 *   here, and is rejected when the station joins.
 */
export function requireByPolicy({ url }: HubPolicy, by: string | ServerAccess): void {
  if (url === undefined) return;
  const { hostname, port } = new URL(url);
  const wanted = hostname.replace(/^\[|\]$/g, "");
  const code = typeof by === "string" ? findJoinCode(by) : undefined;
  if (typeof by === "string" && code === undefined) return;
  const isIt =
    code === undefined
      ? typeof by !== "string" && by.servers.every((server) => isAt(server, wanted, port))
      : code.hosts.includes(wanted) && (port === "" || code.port === Number(port));
  if (!isIt)
    throw errors.setByPolicy(
      `Your company's IT lets this computer join only the hub at ${url}. Ask your IT for a code of that hub.`,
    );
}

function isAt(server: string, hostname: string, port: string): boolean {
  if (!URL.canParse(server)) return false;
  const url = new URL(server);
  return url.hostname.replace(/^\[|\]$/g, "") === hostname && (port === "" || url.port === port);
}
