/** Where a station keeps its data when nobody says otherwise, by each system's own convention. */
import { homedir } from "node:os";
import { join } from "node:path";

/** @param demo Sample data has a folder of its own, so that trying the station never touches a real one. */
export function defaultDataFolder(demo: boolean, env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  return join(base(env, platform), demo ? "Packbench Sample" : "Packbench");
}

function base(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === "win32") return env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local");
  if (platform === "darwin") return join(homedir(), "Library", "Application Support");
  return env["XDG_DATA_HOME"] || join(homedir(), ".local", "share");
}
