/**
 * Keeps this desk's name up to date in the hub's list of stations, which the hub's owner uses for
 * revoking. Repeats a request that fails, because a hub may not answer yet when the station has
 * just connected.
 */
import type { SyncDeps } from "./deps.ts";
import type { DeskName } from "./desk-name.ts";

export type ListedName = {
  /** Called with the name that the hub's list has for this desk. */
  meet(name: string): void;
  /** Stops the updates at the end of the session. */
  stop(): void;
};

/**
 * Creates the updater of the listed name.
 *
 * @param tell Asks the hub to record a name. Repeated until it succeeds or the session ends.
 */
export function createListedName(
  { log, syncTimes }: Pick<SyncDeps, "log" | "syncTimes">,
  deskName: DeskName,
  tell: (name: string) => Promise<void>,
): ListedName {
  let listed: string | undefined;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    const name = deskName.now();
    if (isStopped || listed === undefined || listed === name) return;
    tell(name).then(
      () => (listed = name),
      (err: unknown) => {
        log.info(
          { err },
          "the hub did not accept this desk's new name for its list; the name is sent again",
        );
        if (!isStopped) timer = setTimeout(look, syncTimes.nameAgainMs).unref();
      },
    );
  };
  const stopListening = deskName.onChange(look);
  return {
    meet(name) {
      listed ??= name;
      look();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      stopListening();
    },
  };
}
