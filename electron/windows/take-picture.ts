/** Takes a picture of a window, for someone who started the station without a screen. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow, NativeImage } from "electron";

/** A capture may be some frames older than the page: three equal captures in a row are current. */
const EQUAL_IN_A_ROW = 3;
const BETWEEN_MS = 120;
/**
 * A screen that never rests, for example with a blinking cursor, is captured after this many
 * attempts.
 */
const AT_MOST = 15;

/** Saves a picture of the window. @param file Path of the PNG; its folder is created. */
export async function takePicture(window: BrowserWindow, file: string): Promise<void> {
  const picture = await captureAtRest(window);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, picture.toPNG());
}

async function captureAtRest({ webContents }: BrowserWindow): Promise<NativeImage> {
  let picture = await webContents.capturePage();
  for (let taken = 1, equal = 1; taken < AT_MOST && equal < EQUAL_IN_A_ROW; taken += 1) {
    webContents.invalidate();
    await wait(BETWEEN_MS);
    const next = await webContents.capturePage();
    equal = next.toBitmap().equals(picture.toBitmap()) ? equal + 1 : 1;
    picture = next;
  }
  return picture;
}
