/**
 * Answers the screen's requests to the main process. Handlers are registered once; when opening the
 * station is retried, the handlers use the new station.
 */
import { basename } from "node:path";
import { app, BrowserWindow, shell } from "electron";
import { z } from "zod";
import { errors } from "../../core/base/errors.ts";
import type { Log } from "../../core/base/log.ts";
import type { CoreHost } from "../core-host.ts";
import type { CoreResponse } from "../core-messages.ts";
import { isFallback } from "../runtime/is-fallback.ts";
import type { SettingsStore } from "../settings/window-settings.ts";
import type { Simulator } from "../simulator.ts";
import { chooseFile, chooseFolder } from "../windows/choose-file.ts";
import { choosePlace, saveFile } from "../windows/save-file.ts";
import type { Input, Output } from "./contract.ts";
import { handle } from "./handle.ts";

export type ScreenServices = {
  /** Returns the core; requests made while it opens wait for it. */
  core(): Promise<CoreHost>;
  simulator(): Promise<Simulator | null>;
  /** Returns the progress of upgrading an earlier version's database while the core opens it. */
  upgrade(): { readonly step: number; readonly of: number } | null;
  readonly settings: SettingsStore;
  readonly log: Log;
  readonly testMode: boolean;
  /**
   * A shared station opens no dialog, program or window, because each gives access to all files of
   * the computer.
   */
  readonly isKiosk: boolean;
  /** Opens the practice station. @throws AppError E2079 */
  openPractice(): Promise<void>;
  /** Reads and changes settings of this computer. */
  desktop(input: Input<"window:desktop">): Output<"window:desktop">;
  /** Reads and controls updates of this program. */
  updates(input: Input<"window:updates">): Output<"window:updates">;
  /** Called when an order is opened or closed on the screen. */
  atWork(isAtWork: boolean): void;
  /** Called with the screen's language when it opens and when the language changes. */
  onLanguage(language: "en" | "tr"): void;
};

/**
 * Registers a handler for each channel of the contract, once for all windows. Requests that need
 * the core wait until it runs.
 */
export function answerScreen(services: ScreenServices): void {
  const chosen = new Set<string>();
  /** Sends the page's request to the core. */
  const ask: Ask = async ({ method, path, body }) =>
    (await services.core()).request({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      page: { isKiosk: services.isKiosk, chosen: [...chosen] },
    });
  answerForCore(services, ask);
  answerForFiles(services, ask, chosen);
  answerForWindow(services);
}

/** Who must be signed in at the desk for an action of the main process. */
type AtDesk = "anyone" | "lead";

const deskSchema = z.object({
  data: z.object({
    state: z.enum(["off", "locked", "signedIn"]),
    person: z.object({ role: z.string() }).nullable(),
  }),
});

/**
 * Requires that somebody who may do this is signed in at the desk, where members sign in.
 *
 * @throws AppError E2241 while the desk is locked, E1055 for a member who does not lead.
 */
async function requireAtDesk({ core }: Pick<ScreenServices, "core">, who: AtDesk): Promise<void> {
  const answer = await (await core()).request({ method: "GET", path: "/station/sign-in" });
  const { state, person } = deskSchema.parse(answer.body).data;
  if (state === "locked") throw errors.deskLocked();
  const isLead = person === null || person.role === "owner" || person.role === "admin";
  if (who === "lead" && !isLead)
    throw errors.notAuthorised("Only a lead may do this: an owner or admin.");
}

type Ask = (input: Input<"api:request">) => Promise<CoreResponse>;

/** Refuses an action on a shared station. @throws AppError E2104 */
function notShared({ isKiosk }: Pick<ScreenServices, "isKiosk">): void {
  if (isKiosk) throw errors.sharedDesk();
}

function answerForCore(
  { core, simulator, upgrade, log, testMode }: ScreenServices,
  ask: Ask,
): void {
  handle(log, "api:request", ask);
  handle(log, "window:opening", upgrade);
  handle(log, "window:restartCore", async () => {
    await (await core()).restart();
    return null;
  });
  handle(log, "app:info", async () => {
    const { started } = await core();
    const simulatorUrl = (await simulator())?.url ?? null;
    return {
      version: app.getVersion(),
      electron: process.versions.electron ?? "",
      fallbackRuntime: isFallback(),
      apiUrl: started.url,
      testMode,
      simulatorUrl,
    };
  });
}

/**
 * Registers the handlers that choose, read or write files.
 *
 * @param chosen Set to which the folders that a person chooses are added.
 */
function answerForFiles(services: ScreenServices, ask: Ask, chosen: Set<string>): void {
  const { core, log } = services;
  handle(log, "window:chooseFile", async (input, sender) => {
    notShared(services);
    await requireAtDesk(services, "anyone");
    return chooseFile(input, sender);
  });
  handle(log, "window:saveFile", async (request, sender) => {
    notShared(services);
    return saveFile(await ask(request), sender, log);
  });
  handle(log, "window:backUp", async (_input, sender) => {
    notShared(services);
    await requireAtDesk(services, "lead");
    const folder = await chooseFolder(sender);
    return folder === null
      ? null
      : (await core()).request({ method: "POST", path: "/station/backup", body: { folder } });
  });
  handle(log, "window:chooseFolder", async (_input, sender) => {
    notShared(services);
    await requireAtDesk(services, "lead");
    const folder = await chooseFolder(sender);
    if (folder !== null) chosen.add(folder);
    return folder;
  });
  handle(log, "window:exportAll", async ({ format }, sender) => {
    notShared(services);
    await requireAtDesk(services, "lead");
    const file = await choosePlace(
      `packbench-${new Date().toISOString().slice(0, 10)}-${format}.zip`,
      BrowserWindow.fromWebContents(sender),
    );
    return file === null
      ? null
      : {
          ...(await (
            await core()
          ).request({ method: "POST", path: "/station/export", body: { file, format } })),
          savedAs: basename(file),
        };
  });
  handle(log, "window:beforeDialog", async () => {
    notShared(services);
    await requireAtDesk(services, "anyone");
    return null;
  });
}

function answerForWindow(services: ScreenServices): void {
  const { simulator, settings, log, openPractice, desktop, updates, atWork, onLanguage } = services;
  handle(log, "window:setLanguage", ({ language }) => {
    settings.set("language", language);
    onLanguage(language);
    return null;
  });
  handle(log, "window:desktop", async (change) => {
    if (Object.keys(change).length > 0) await requireAtDesk(services, "lead");
    return desktop(change);
  });
  handle(log, "window:openSimulator", async () => {
    notShared(services);
    await requireAtDesk(services, "anyone");
    await openInBrowser((await simulator())?.url ?? null, log);
    return null;
  });
  handle(log, "window:openPractice", async () => {
    notShared(services);
    await requireAtDesk(services, "anyone");
    await openPractice();
    return null;
  });
  handle(log, "window:updates", async (action) => {
    if (action.act !== undefined) await requireAtDesk(services, "lead");
    return updates(action);
  });
  handle(log, "window:atWork", ({ isAtWork }) => {
    atWork(isAtWork);
    return null;
  });
}

/**
 * Opens the simulator's page in the system's browser. The main process knows the address; the
 * screen sends none.
 *
 * @throws AppError E2049
 */
async function openInBrowser(url: string | null, log: Log): Promise<void> {
  if (url === null)
    throw errors.simulatorPageNotOpened(
      "The printer simulator does not run. Close Packbench and start it with sample data: npm start.",
    );
  try {
    await shell.openExternal(url);
  } catch (err) {
    log.warn({ err }, "no browser could be opened");
    throw errors.simulatorPageNotOpened(
      `No browser could be opened. Type this address into one: ${url}`,
    );
  }
}
