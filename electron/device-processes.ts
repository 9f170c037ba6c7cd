/** Starts the processes that drive scales and serial scanners, as Electron's utility processes. */
import { app, utilityProcess, type UtilityProcess } from "electron";
import type { DeviceProcesses } from "../core/ports/device-processes.ts";

/**
 * Returns processes that run one file. A process starts when the app is ready, since Electron
 * starts none before.
 *
 * @param entry Absolute path of the built device-worker.js.
 */
export function utilityProcesses(entry: string): DeviceProcesses {
  return {
    start({ message, exit }) {
      let child: UtilityProcess | undefined;
      let isKilled = false;
      void app.whenReady().then(() => {
        if (isKilled) return exit();
        child = utilityProcess.fork(entry, [], { stdio: "ignore", serviceName: "Packbench scale" });
        child.on("message", message);
        child.once("exit", exit);
      });
      return {
        send: (data) => child?.postMessage(data),
        kill() {
          isKilled = true;
          kill(child?.pid);
        },
      };
    },
  };
}

/** Ends a process at once. `UtilityProcess.kill` asks first, and a process that hangs never answers. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}
