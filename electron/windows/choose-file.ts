/**
 * Lets the person choose a file to import, and reads the file; or lets the person choose a folder.
 * For a file, the screen gets the name and the bytes and never the path; for a folder, the path.
 */
import { BrowserWindow, dialog, type WebContents } from "electron";
import type { Input, Output } from "../ipc/contract.ts";
import { readChosen } from "./read-chosen.ts";

/**
 * Lets the person choose a file, and reads the file.
 *
 * @returns null when the person chose nothing.
 * @throws AppError E2029 when the file is too large or cannot be read.
 */
export async function chooseFile(
  input: Input<"window:chooseFile">,
  sender: WebContents,
): Promise<Output<"window:chooseFile">> {
  const window = BrowserWindow.fromWebContents(sender);
  const options = {
    properties: ["openFile" as const],
    ...(input.filters === undefined ? {} : { filters: input.filters }),
  };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  const path = filePaths[0];
  if (canceled || path === undefined) return null;
  return readChosen(path);
}

/**
 * Lets the person choose a folder.
 *
 * @returns Full path of the chosen folder; null when none was chosen.
 */
export async function chooseFolder(sender: WebContents): Promise<string | null> {
  const window = BrowserWindow.fromWebContents(sender);
  const options = { properties: ["openDirectory" as const, "createDirectory" as const] };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}
