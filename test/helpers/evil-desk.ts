/** A joined desk whose program publishes arbitrary messages under its own name. */
import { asEvil, type EvilDesk } from "./evil-messages.ts";
import { joinHub, type HubHere } from "./hub.ts";

export async function evilDesk(hub: Pick<HubHere, "add">): Promise<EvilDesk> {
  const station = await joinHub(await hub.add(), "Evil");
  return asEvil(await station.connect(), station.stationID, station.enrolled.userKeySeed);
}
