/** A picture of a window as it is, for who started the station without a screen to look at. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { BrowserWindow, NativeImage } from "electron";

/**
 * What is captured may be some frames older than what the page has drawn: three equal ones in a row
 * are the present.
 */
const EQUAL_IN_A_ROW = 3;
const BETWEEN_MS = 120;
/** A screen that never rests, as one with a blinking cursor, is pictured as it is then. */
const AT_MOST = 15;

/** @param file PNG; its folder is made. */
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
