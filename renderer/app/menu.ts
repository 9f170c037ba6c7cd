/** Runs the commands of the application's menu. */
import { invoke, listen } from "../lib/bridge.ts";
import { isDeskCovered } from "../store/sign-in.slice.ts";
import { refuse } from "../store/sounds.ts";
import { useStore } from "./store.ts";
import { runCommand } from "./window-commands.ts";

/**
 * Handles menu commands. The menu also works while the window is covered, but its commands do not.
 *
 * @returns Function that unsubscribes.
 */
export function followMenu(): () => void {
  return listen("window:command", ({ command }) => {
    if (isDeskCovered(useStore.getState())) return refuse();
    if (command === "updates") return showUpdates();
    if (command === "newOrder") return runCommand({ do: "run", command: "open.newOrder" });
    runCommand(command === "import" ? { do: "run", command } : { do: command });
  });
}

/** Starts an update check, and opens the About section, which shows the check's result. */
function showUpdates(): void {
  useStore.getState().openSettings("about");
  // The section shows a failure as well.
  void invoke("window:updates", { act: "check" }).catch(() => {});
}
