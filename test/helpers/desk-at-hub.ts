/**
 * A station with real time that restarts by itself after joining or leaving a hub, as under its
 * window.
 */
import { folderOnDisk } from "./folders.ts";
import { eventually, station, trueTime, type Station } from "./station.ts";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";

export type DeskAtHub = {
  /** The running station. */
  readonly now: Station;
  readonly dataDir: string;
  desk: Station["desk"];
  /**
   * Waits until the station has restarted, as after joining.
   * @param count Restarts since `deskAtHub` started the station.
   */
  startedAgain(count: number): Promise<Station>;
  status(): Promise<SyncStatus>;
};

/**
 * Starts a station, stopped after the test.
 * @param dataDir Data folder, possibly of an earlier station.
 * @param now Clock of the station.
 */
export async function deskAtHub(dataDir = folderOnDisk(), now = trueTime): Promise<DeskAtHub> {
  let starts = 0;
  let current: Station | undefined;
  const open = async (): Promise<void> => {
    const made = await station({
      dataDir,
      world: {
        now,
        restart: () => {
          const before = current;
          current = undefined;
          void before?.stop().then(open);
        },
      },
    });
    current = made;
    starts += 1;
  };
  await open();
  const running = (): Station => {
    if (current === undefined) throw new Error("the station is starting again");
    return current;
  };
  return {
    get now() {
      return running();
    },
    dataDir,
    desk: (method, path, body) => running().desk(method, path, body),
    startedAgain: (count) =>
      eventually("the station has started again", () => (starts > count ? current : undefined)),
    status: async () => (await running().desk<SyncStatus>("GET", "/station/sync")).data,
  };
}
