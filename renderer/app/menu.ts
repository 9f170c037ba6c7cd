/** The application's menu: what is chosen there is done here, as by its key. */
import { listen } from "../lib/bridge.ts";
import { runCommand } from "./window-commands.ts";

/** @returns How to stop. */
export function followMenu(): () => void {
  return listen("window:command", ({ command }) => runCommand(command === "import" ? { do: "run", command } : { do: command }));
}
