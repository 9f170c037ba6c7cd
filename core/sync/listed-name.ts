/**
 * Keeps this desk's name up to date in the hub's list, which its owner uses for revoking. The hub
 * may not answer yet when the station is connected.
 */
import type { SyncDeps } from "./deps.ts";
import type { DeskName } from "./desk-name.ts";

export type ListedName = {
  /** @param name Name in the hub's list. */
  meet(name: string): void;
  /** Ends with the session. */
  stop(): void;
};

/** @param tell Asks the hub to record a name. Repeated until it succeeds. */
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
        log.info({ err }, "the hub's list did not accept this desk's new name; it is sent again");
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
