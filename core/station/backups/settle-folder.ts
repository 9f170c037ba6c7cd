/**
 * Preparing a data folder before anything in it is opened: completes a restore and decides which
 * computer the folder belongs to.
 */
import { inDataFolder } from "../../base/disk.ts";
import type { Log } from "../../base/log.ts";
import type { Became } from "../../db/machine.schema.ts";
import { readMachine, settleMachine } from "../../db/machine.ts";
import { finishRestore } from "./restore-journal.ts";

/**
 * Prepares the folder; needs the folder's lock.
 *
 * @param world.machine Identity of this computer, when a test sets it.
 * @returns Identity of this computer; undefined when the system has none.
 * @throws OtherMachineError, DataFolderError
 */
export async function settleFolder(
  folder: string,
  log: Pick<Log, "warn">,
  became: Became | undefined,
  world: { readonly machine?: string | undefined },
): Promise<string | undefined> {
  const machine = "machine" in world ? world.machine : await readMachine();
  inDataFolder(folder, () => {
    if (finishRestore(folder, machine))
      log.warn({}, "a backup was restored; the old data is kept in the data folder");
    settleMachine(folder, machine, became);
  });
  return machine;
}
