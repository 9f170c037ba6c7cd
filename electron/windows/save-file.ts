/**
 * Lets the person choose where to save a file of the station, writes it there, and opens it in the
 * system's program.
 */
import { writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { app, BrowserWindow, dialog, shell, type WebContents } from "electron";
import { errors } from "../../core/base/errors.ts";
import type { Log } from "../../core/base/log.ts";
import type { CoreResponse } from "../core-messages.ts";
import type { Output } from "../ipc/contract.ts";

/**
 * Saves the file of an answer where the person chooses, and opens the file.
 *
 * @param answer The core's answer; an answer without a file is returned unchanged.
 * @returns `savedAs` is null when the person chose no place.
 * @throws AppError E2062 when the file cannot be written there.
 */
export async function saveFile(
  { status, body, file }: CoreResponse,
  sender: WebContents,
  log: Log,
): Promise<Output<"window:saveFile">> {
  if (file === undefined) return { status, body, savedAs: null };
  const path = await choosePlace(file.name, BrowserWindow.fromWebContents(sender));
  if (path === null) return { status, body, savedAs: null };
  try {
    await writeFile(path, file.bytes);
  } catch (err) {
    log.warn({ err }, "a file could not be saved");
    throw errors.fileNotSaved();
  }
  // The file stays saved even if no program opens it.
  const failure = await shell.openPath(path).catch(String);
  if (failure !== "") log.warn({ failure }, "no program shows the saved file");
  return { status, body, savedAs: basename(path) };
}

/**
 * Asks the person where to save a file with this suggested name.
 *
 * @returns Full path; null when none was chosen.
 */
export async function choosePlace(
  name: string,
  window: BrowserWindow | null,
): Promise<string | null> {
  const ending = extname(name);
  const options = {
    defaultPath: join(app.getPath("downloads"), name),
    filters: [{ name: ending.slice(1).toUpperCase(), extensions: [ending.slice(1)] }],
    properties: ["showOverwriteConfirmation" as const],
  };
  const { canceled, filePath } =
    window === null
      ? await dialog.showSaveDialog(options)
      : await dialog.showSaveDialog(window, options);
  if (canceled || filePath === "") return null;
  // Some systems keep a typed name without an ending, and no program would open the file.
  return extname(filePath) === "" ? filePath + ending : filePath;
}
