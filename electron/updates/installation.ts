/** Detects how this program was installed, from the files around it. */
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { app } from "electron";
import { z } from "zod";
import { isFallback } from "../runtime/is-fallback.ts";
import type { Installation } from "./update-rules.ts";

/** Fields that packing writes into package.json (electron/scripts/package/config.mjs). */
const packedSchema = z.object({
  packbench: z.object({ isForDistribution: z.boolean(), isSigned: z.boolean() }),
});

/**
 * Marker file that only the test of updates puts into the resources of a program packed with the
 * fallback runtime. The marker is ignored in any other runtime, and so in every shipped program.
 */
const TESTED_MARK = "updates-are-tested";

/**
 * Returns the path of the AppImage that started this program. Child processes inherit an AppImage's
 * variables, so the program itself must be inside the mounted folder.
 */
export function findAppImage(
  env: NodeJS.ProcessEnv = process.env,
  program = process.execPath,
): string | undefined {
  const { APPIMAGE: file, APPDIR: folder } = env;
  if (!file || !folder || !isAbsolute(file)) return undefined;
  return program.startsWith(join(folder, "/")) && existsSync(file) ? file : undefined;
}

/** Facts from the file app-update.yml in the resources. */
export type UpdateSource = {
  readonly hasPublisher: boolean;
  /** Publishers whose signature is accepted on an update. */
  readonly publishers: readonly string[];
  /** Folder name of electron-updater and its installer in the user's cache. */
  readonly cacheName: string;
};

/**
 * Reads the source of updates; null when this program has none.
 *
 * @param resources Resources folder of the packed program.
 */
export function readUpdateSource(resources: string): UpdateSource | null {
  const file = join(resources, "app-update.yml");
  if (!existsSync(file)) return null;
  const text = readFileSync(file, "utf8");
  const [, one = "", all = ""] =
    /^publisherName:[ \t]*(\S.*)?((?:\r?\n[ \t]*-[ \t]*\S.*)*)/m.exec(text) ?? [];
  const publishers = [one, ...all.split("\n").map((line) => line.replace(/^\s*-\s*/, ""))]
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, "$2"))
    .filter(Boolean);
  return {
    hasPublisher: publishers.length > 0,
    publishers,
    cacheName: /^updaterCacheDirName:\s*(\S+)/m.exec(text)?.[1] ?? "packbench-updater",
  };
}

/**
 * Reads how this program was installed.
 *
 * @param isPractice Whether this start has sample data or is practice.
 */
export function readInstallation(isPractice: boolean): Installation {
  const resources = process.resourcesPath;
  const packed = packedSchema.safeParse(
    JSON.parse(readFileSync(join(app.getAppPath(), "package.json"), "utf8")),
  ).data?.packbench;
  const appImage = findAppImage();
  const isDeb = existsSync(join(resources, "package-type"));
  const isTested = isFallback() && existsSync(join(resources, TESTED_MARK));
  return {
    isPackaged: app.isPackaged,
    isPractice,
    isForDistribution: isTested || (!isFallback() && packed?.isForDistribution === true),
    isSigned: packed?.isSigned === true,
    platform: process.platform,
    linux: isDeb ? "deb" : appImage === undefined ? "folder" : "appImage",
    hasUninstaller: existsSync(join(dirname(process.execPath), "Uninstall Packbench.exe")),
    source: readUpdateSource(resources),
    isWritable: appImage === undefined || isWritable(dirname(appImage)),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
