/**
 * Prepares a data folder before anything in it is opened: completes an interrupted restore, and
 * records which computer the folder belongs to.
 */
import { inDataFolder } from "../../base/disk.ts";
import type { Log } from "../../base/log.ts";
import type { Became } from "../../db/machine.schema.ts";
import { readMachine, settleMachine } from "../../db/machine.ts";
import { finishRestore } from "./restore-journal.ts";

/**
 * Prepares the folder. The caller must hold the folder's lock.
 *
 * @param became How the folder came from another computer: moved or copied. Undefined when the user
 *   has not stated this.
 * @param world.machine Identity of this computer; only tests set it.
 * @returns Identity of this computer; undefined when the system has none.
 * @throws OtherMachineError when the folder belongs to another computer and `became` is missing.
 * @throws DataFolderError when a file of the folder cannot be read or written.
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
