/** How this program was installed, read from what lies around it. */
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { app } from "electron";
import { z } from "zod";
import { isFallback } from "../runtime/is-fallback.ts";
import type { Installation } from "./update-rules.ts";

/** What packing writes into package.json (electron/scripts/package/config.mjs). */
const packedSchema = z.object({
  packbench: z.object({ isForDistribution: z.boolean(), isSigned: z.boolean() }),
});

/**
 * The test of updates leaves this file in the resources of a program that it has packed with the
 * fallback runtime. With another runtime, which is that of every shipped program, it means nothing;
 * and nothing but that test writes it.
 */
const TESTED_MARK = "updates-are-tested";

/**
 * @returns Where the AppImage lies that this program was started from. Programs inherit the
 *   variables of an AppImage that started them, so the program itself must lie in what was mounted.
 */
export function findAppImage(
  env: NodeJS.ProcessEnv = process.env,
  program = process.execPath,
): string | undefined {
  const { APPIMAGE: file, APPDIR: folder } = env;
  if (!file || !folder || !isAbsolute(file)) return undefined;
  return program.startsWith(join(folder, "/")) && existsSync(file) ? file : undefined;
}

/**
 * What is in app-update.yml of the resources, as far as it is asked for here; null when there is
 * none.
 */
export type UpdateSource = {
  readonly hasPublisher: boolean;
  /** Who may have signed an update. */
  readonly publishers: readonly string[];
  /** The folder's name of electron-updater and its installer in the user's caches. */
  readonly cacheName: string;
};

/** @param resources Of the packed program. */
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

/** @param isPractice Whether this start has sample data. */
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
