/**
 * `npm run serve -- --support-bundle FILE`: writes a support bundle without the folder's lock, so
 * it works while a station runs or when a station does not start.
 */
import { createWriteStream, existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DATABASE_FILE } from "../../db/data-folder.ts";
import { startReader } from "../../db/reader.ts";
import { supportBundle } from "./support-bundle.ts";

/**
 * Writes the support bundle of a headless station.
 *
 * @param print Receives the line that names the file.
 * @throws the system's error when the file cannot be written.
 */
export async function writeSupportBundle(
  { dataDir, version }: { readonly dataDir: string; readonly version: string },
  file: string,
  print: (line: string) => void,
): Promise<void> {
  const path = join(dataDir, DATABASE_FILE);
  const reader = existsSync(path) ? startReader(path) : null;
  try {
    await pipeline(
      supportBundle({ dataDir, version, now: new Date().toISOString(), reader }),
      createWriteStream(file, { mode: 0o600 }),
    );
    print(
      `The support bundle is ${file}. It has no personal data; look through it before you send it.`,
    );
  } finally {
    await reader?.close();
  }
}
