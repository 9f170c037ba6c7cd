/**
 * What a data folder needs before anything in it is opened: a restore is finished, and it is
 * settled which computer it is of.
 */
import { inDataFolder } from "../../base/disk.ts";
import type { Log } from "../../base/log.ts";
import type { Became } from "../../db/machine.schema.ts";
import { readMachine, settleMachine } from "../../db/machine.ts";
import { finishRestore } from "./restore-journal.ts";

/**
 * Under the folder's lock.
 *
 * @param world.machine Which computer this is, where a test states it.
 * @returns Which computer this is; undefined where the system has no identity.
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
      log.warn({}, "a backup was put back; the data from before lies beside it");
    settleMachine(folder, machine, became);
  });
  return machine;
}
