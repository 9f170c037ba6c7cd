/** Starts processes of drivers from Node. Electron's are started by `electron/device-processes.ts`. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DeviceProcesses } from "../../ports/device-processes.ts";

/** Limit of the heap of a process, MiB: a device that floods the process ends it, not the computer. */
const MEMORY_MIB = 64;

/**
 * Returns processes of this Node.
 *
 * @param entry File of the process.
 */
export function nodeProcesses(
  entry = new URL("./device-worker.ts", import.meta.url),
): DeviceProcesses {
  return {
    start({ message, exit }) {
      const child = fork(fileURLToPath(entry), [], {
        execArgv: [`--max-old-space-size=${MEMORY_MIB}`],
        stdio: "ignore",
      });
      let isOver = false;
      const end = (): void => {
        if (!isOver) exit();
        isOver = true;
      };
      child.on("message", message);
      child.once("exit", end);
      child.once("error", end);
      return {
        send: (data) => void (child.connected && child.send(data, () => {})),
        // A process that was stopped or that hangs takes no other signal.
        kill: () => void child.kill("SIGKILL"),
      };
    },
  };
}
