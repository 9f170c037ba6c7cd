/** The application's menu: what is chosen there is done here, as by its key. */
import { invoke, listen } from "../lib/bridge.ts";
import { useStore } from "./store.ts";
import { runCommand } from "./window-commands.ts";

/** @returns How to stop. */
export function followMenu(): () => void {
  return listen("window:command", ({ command }) => {
    if (command === "updates") return showUpdates();
    runCommand(command === "import" ? { do: "run", command } : { do: command });
  });
}

/** What they say is shown where they are; that there are none here, too. */
function showUpdates(): void {
  useStore.getState().openSettings("about");
  // The section shows how it ends.
  void invoke("window:updates", { act: "check" }).catch(() => {});
}
