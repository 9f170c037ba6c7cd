/**
 * Opens the station in a window, or shows why the station cannot open. Every attempt loads the
 * screen while the core opens.
 */
import { join } from "node:path";
import { app } from "electron";
import type { Policy } from "../core/base/policy.ts";
import { becameSchema, type Became } from "../core/db/machine.schema.ts";
import {
  answerScreenOf,
  openWindow,
  setLanguage,
  startServices,
  type Desktop,
  type DesktopParts,
} from "./desktop.ts";
import { registerLinks, type LinkNews } from "./errands/errands.ts";
import { emit } from "./ipc/handle.ts";
import type { Options } from "./options.ts";
import { say } from "./say.ts";
import { checkStation } from "./self-check/check-station.ts";
import { autostart } from "./settings/autostart.ts";
import { applyPolicy, policyOrNone } from "./settings/desktop.ts";
import { openWindowSettings } from "./settings/window-settings.ts";
import { bringToFront } from "./shell.ts";
import { showOpenStation } from "./show-open-station.ts";
import type { OpeningStation } from "./station.ts";
import { serveAppScheme } from "./windows/app-scheme.ts";
import { showBadStart } from "./windows/bad-start.ts";
import { languageOf, wordsFor } from "./windows/bad-start-words.ts";
import { denyPermissions } from "./windows/guard.ts";

/**
 * Answers to the question of whether the data folder was copied or moved to this computer. The safe
 * answer comes first, because the first button has the focus.
 */
const BECAME: readonly Became[] = [becameSchema.enum.copied, becameSchema.enum.moved];

/**
 * Shows the opening station in a window, and after a failure tries again as often as the person
 * asks. A shared station also tries again when the person closes the failure's window. Called after
 * the app is ready.
 */
export async function openDesk(
  parts: DesktopParts,
  first: OpeningStation,
  openAgain: (became?: Became) => OpeningStation,
): Promise<void> {
  const { starts, dataFolder, windowFolder, options, ending, errands, log } = parts;
  denyPermissions();
  serveAppScheme(join(import.meta.dirname, "..", "renderer"));
  const settings = openWindowSettings(windowFolder, log);
  const shown: Desktop["shown"] = { window: undefined, takesLinks: false };
  const receiver = {
    show: () => shown.window !== undefined && bringToFront(shown.window),
    takesLinks: () => shown.takesLinks,
    link: (news: LinkNews) => emit("window:link", news),
  };
  errands.deliverTo(receiver);
  const language = languageOf(settings.get("language"), app.getLocale());
  // A self-check tests the program, so it applies no policy.
  const policy = options.selfCheck === undefined ? policyOrNone(options.policy, log) : {};
  const isKiosk = isShared(options, policy);
  const desktop: Desktop = { parts, settings, policy, isKiosk, shown, station: first, language };
  const { shell, updates } = startServices(desktop);
  const named = options.data === undefined ? [] : ["--data", dataFolder];
  const signIn = autostart(named);
  applyPolicy({ autostart: signIn, policy, log });
  answerScreenOf(desktop, { shell, updates, signIn });
  for (;;) {
    // The screen loads while the core opens; the screen's requests wait for the core.
    const window = openWindow(desktop, shell);
    const { station } = desktop;
    station.onState(shell.changed);
    loadFetch();
    const why = await station.core.then(() => undefined, station.toBadStart);
    if (why === undefined && options.selfCheck !== undefined)
      return await checkStation(window, station, dataFolder, ending);
    if (why === undefined) {
      await showOpenStation(window, station, options, log, { shell, starts, updates });
      if (!options.demo) registerLinks(named);
      shown.takesLinks = true;
      return errands.deliverTo(receiver);
    }
    starts?.failedBy(why.name);
    window.destroy();
    setLanguage(desktop, shell, languageOf(settings.get("language"), app.getLocale()));
    const words = wordsFor(why, dataFolder, desktop.language);
    const { title, text } = wordsFor(why, dataFolder, "en");
    say(`${title}. ${text}`);
    const chosen = options.unattended
      ? "closed"
      : await showBadStart(words, desktop.language, why.name === "OtherMachineError" ? BECAME : []);
    if (chosen === "closed" && (!isKiosk || options.unattended || ending.isForced()))
      return await ending.end(1);
    desktop.station = openAgain(chosen === "retry" || chosen === "closed" ? undefined : chosen);
  }
}

/**
 * Returns whether the station is shared. The policy takes precedence over the command line. A
 * self-check is not shared.
 */
function isShared({ kiosk, selfCheck }: Options, policy: Policy): boolean {
  return selfCheck === undefined && (policy.kiosk ?? kiosk ?? false);
}

/**
 * Loads Node's fetch while the page's process starts. Otherwise the page's first request for a file
 * would load it, which takes about 60 ms.
 */
function loadFetch(): unknown {
  return globalThis.Request;
}
