/**
 * Answers stations' requests to their hub: a leading station may admit, list and revoke other
 * stations; each station may leave and set its name.
 */
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { STATION_REQUESTS, readRequest, type StationRequest } from "../hub-request.ts";
import { carryOut, type ControlSetup } from "./control.ts";
import { HubError } from "./hub-error.ts";

/** Largest accepted difference of the clocks, ms; a request is remembered for twice this time. */
const WITHIN_MS = 5 * 60_000;

const MAY_NOT =
  "This station may not let others in or revoke them. Do it at the hub's computer, or at the station that founded the organization.";

/**
 * Answers requests of stations from now on.
 *
 * @param admin Connection as the hub's user in the organization's account.
 */
export function answerStations(
  admin: NatsConnection,
  setup: ControlSetup & { readonly report: (line: string) => void; readonly now: () => Date },
): void {
  const seen = new Map<string, number>();
  const isNew = ({ nonce, at }: StationRequest): boolean => {
    const nowMs = setup.now().getTime();
    for (const [known, ms] of seen) if (ms < nowMs - 2 * WITHIN_MS) seen.delete(known);
    if (Math.abs(nowMs - Date.parse(at)) > WITHIN_MS || seen.has(nonce)) return false;
    seen.set(nonce, nowMs);
    return true;
  };
  const answer = async (message: Msg): Promise<string> => {
    const stations = setup.registry.stations();
    const asked = readRequest(
      message.string(),
      (id) => stations.find((station) => station.id === id && station.revokedAt === null)?.userKey,
    );
    if (asked === undefined) throw new HubError("The hub does not know this station.");
    if (!isNew(asked))
      throw new HubError(
        "The request came twice, or the clocks of this computer and of the hub are more than five minutes apart. Try again.",
      );
    const { request, stationID } = asked;
    const isForItself = request.command === "leave" || request.command === "name";
    if (isForItself && request.station !== stationID)
      throw new HubError("A station can only leave, or set a name, for itself.");
    if (!isForItself && stations.find(({ id }) => id === stationID)?.leads !== true)
      throw new HubError(MAY_NOT);
    const result = await carryOut(setup, request);
    if (result.command !== "list")
      setup.report(
        `Station ${stationID} has asked for: ${request.command}${"station" in request ? ` ${request.station}` : ""}.`,
      );
    return JSON.stringify(result);
  };
  admin.subscribe(STATION_REQUESTS, {
    callback: (error, message) => {
      if (error !== null) return;
      answer(message)
        .catch((fault: unknown) =>
          JSON.stringify({ error: fault instanceof Error ? fault.message : String(fault) }),
        )
        .then((text) => message.respond(text))
        .catch(() => undefined); // The connection has ended, so nobody waits for the answer.
    },
  });
}
