/**
 * Stations of an organization's own nats-server. No hub lists these stations: each station writes
 * its own entry, and all stations share the ends of revoked stations. The server's administrator
 * removes a station's user; Packbench closes the station's leases.
 */
import { errors } from "../base/errors.ts";
import { findEnd } from "../db/station-ends.ts";
import type { SyncDeps } from "./deps.ts";
import { isHere, type Roster } from "./presence.ts";
import type { StatusEntry } from "./status-entry.schema.ts";
import type { SyncStatus } from "./sync.schema.ts";

/** How long a person is reminded of a revoked station's user, ms. */
const REMINDED_MS = 24 * 60 * 60_000;

type Conflict = SyncStatus["conflicts"][number];

export type ServerStations = {
  /** Returns whether the station of the entry was revoked and has not joined again since. */
  isEnded(id: string, status: Pick<StatusEntry, "incarnation">): boolean;
  /**
   * Returns whether this station may revoke others: the founder of the organization there, or any
   * station once the founder was revoked.
   */
  mayManage(): boolean;
  /**
   * Remembers the founder.
   *
   * @param stationID The founder recorded at the server.
   */
  noteFounder(stationID: string): void;
  /**
   * Requires that this station may revoke another station and that the other station is not
   * connected.
   *
   * @param nowMs By the server's clock.
   * @throws AppError E2140 when this station may not revoke stations or the other station is
   *   unknown, E2151 while the other station is connected.
   */
  requireGone(stationID: string, nowMs: number): void;
  /** Lists revoked stations whose user may still exist. */
  reminders(): Conflict[];
};

/**
 * Creates the view of the stations at an organization's own server.
 *
 * @param roster Entries of all stations, including revoked stations.
 */
export function createServerStations(
  deps: Pick<SyncDeps, "db" | "now" | "syncTimes">,
  roster: Roster,
): ServerStations {
  const { db } = deps;
  let founder: string | undefined;
  const isEnded: ServerStations["isEnded"] = (id, { incarnation = 0 }) =>
    (findEnd(db, id)?.incarnation ?? -1) >= incarnation;
  const mayManage = (): boolean => {
    const status = founder === undefined ? undefined : roster.get(founder);
    return (
      founder === db.stationID ||
      (founder !== undefined &&
        (status === undefined ? findEnd(db, founder) !== undefined : isEnded(founder, status)))
    );
  };
  return {
    isEnded,
    mayManage,
    noteFounder: (stationID) => void (founder = stationID),
    requireGone(stationID, nowMs) {
      if (!mayManage())
        throw errors.mayNotManageStations(
          "Only the station that founded the organization at this server may revoke stations; once the founder is revoked, any station may.",
          { reason: "founder" },
        );
      const status = roster.get(stationID);
      if (status === undefined)
        throw errors.mayNotManageStations(
          `There is no station "${stationID}". GET /station/sync has all, with their ids.`,
          { reason: "unknown" },
        );
      if (isEnded(stationID, status) || !isHere(status, nowMs, deps.syncTimes)) return;
      throw errors.stationConnected(
        `"${status.name}" is connected now. Nothing was changed. Ask the administrator of the nats-server to remove its user there: ${userOf(status)}. Revoke the station when it has been gone for half a minute.`,
        { reason: "connected", station: status.name, user: userOf(status) },
      );
    },
    reminders: () =>
      [...roster].flatMap(([id, status]): Conflict[] => {
        const end = findEnd(db, id);
        if (
          end === undefined ||
          !isEnded(id, status) ||
          Date.parse(end.createdAt) < Date.parse(deps.now()) - REMINDED_MS
        )
          return [];
        return [
          {
            kind: "user left",
            subjectID: id,
            since: end.createdAt,
            message: `"${status.name}" was revoked, and what it had left of the balance is with the others. Ask the administrator of the nats-server to remove its user there, if that is not done yet: ${userOf(status)}. Until then it can come back.`,
            ...(status.user === undefined ? {} : { user: status.user }),
          },
        ];
      }),
  };
}

function userOf({ user }: StatusEntry): string {
  return user ?? "the user of the credentials file that was made for it";
}

/**
 * Describes the user of a .creds file for the server's administrator: its name, its key and its
 * account's key.
 *
 * @returns Undefined for a file of another form.
 */
export function describeUser(credentials: string): string | undefined {
  const [, token = ""] = /-----BEGIN NATS USER JWT-----\s*([\w.-]+)/.exec(credentials) ?? [];
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const of = (key: string, within: unknown = claims): string | undefined => {
      const value: unknown =
        typeof within === "object" && within !== null ? Reflect.get(within, key) : undefined;
      return typeof value === "string" && /^[\P{Cc}]{1,100}$/u.test(value) ? value : undefined;
    };
    const account = of("issuer_account", Reflect.get(Object(claims), "nats")) ?? of("iss");
    const key = of("sub");
    return key === undefined
      ? undefined
      : `user "${of("name") ?? key}" (${key})${account === undefined ? "" : ` of the account ${account}`}`;
  } catch {
    return undefined;
  }
}
