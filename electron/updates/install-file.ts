/**
 * Replaces this program by an installer's file: to update an AppImage, and on each system to
 * reinstall the previous version after a failed update.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { syncFolder } from "../../core/base/write-whole.ts";
import { isWhole, type KeptInstaller } from "./kept-installers.ts";

/**
 * Replaces an AppImage by `file` under the same name, so that shortcuts and the start at sign-in
 * keep working. The replacement is one step: after a crash either the old or the new AppImage
 * exists. The running program keeps its open file.
 *
 * @throws the system's error; the AppImage is then unchanged unless only the folder's sync failed
 */
export function replaceAppImage(appImage: string, file: string): void {
  const draft = join(dirname(appImage), `.${basename(appImage)}.new`);
  rmSync(draft, { force: true });
  try {
    copyFileSync(file, draft);
    chmodSync(draft, 0o755);
    const handle = openSync(draft, "r+");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, appImage);
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(appImage));
}

/** Variables that an AppImage sets for its program; they describe the replaced AppImage. */
const OF_APP_IMAGE = ["APPIMAGE", "APPDIR", "ARGV0", "OWD"];

/**
 * Restarts the AppImage with the arguments of this start; the single-instance lock must be free.
 */
export function startAppImage(appImage: string, args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_APP_IMAGE.includes(name)),
  );
  spawn(appImage, args, { detached: true, stdio: "ignore", env }).unref();
}

type Place = {
  readonly appImage: string | undefined;
  /** The running program's file. */
  readonly program: string;
  readonly resources: string;
  readonly args: readonly string[];
  /**
   * For Windows. @returns Why the file's signature is not valid for an update; null when it is
   * valid.
   */
  readonly signatureFault: (file: string) => Promise<string | null>;
};

/**
 * Installs a kept file, whose checksum was verified, and starts it. On Windows the installer waits
 * until this program has ended, so the caller must end it.
 *
 * @throws the system's error, or an Error when the signature does not match this program's
 *   (Windows, macOS)
 */
export async function installKept(
  kept: KeptInstaller,
  { appImage, program, resources, args, signatureFault }: Place,
): Promise<void> {
  if (kept.kind === "appImage") {
    if (appImage === undefined) throw new Error("this program was not started from an AppImage");
    replaceAppImage(appImage, kept.file);
    startAppImage(appImage, args);
  } else if (kept.kind === "nsis") await runSetup(await ownCopy(kept, signatureFault), resources);
  else swapBundle(kept.file, bundleOf(program));
}

/**
 * Copies a Windows installer into this user's temporary folder. All users of a computer can write
 * to the shared data folder: a file that a user put there, even with a matching checksum, must not
 * run as another user or as an administrator.
 *
 * @throws Error when the copy differs from the kept file, or its signature is not valid for an
 *   update
 */
export async function ownCopy(
  kept: KeptInstaller,
  signatureFault: Place["signatureFault"],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "packbench-before-"));
  const file = join(folder, basename(kept.file));
  try {
    copyFileSync(kept.file, file);
    if (!(await isWhole({ ...kept, file })))
      throw new Error(`${kept.file} was changed while it was copied`);
    const fault = await signatureFault(file);
    if (fault !== null)
      throw new Error(`${kept.file} has no valid signature for an update: ${fault}`);
    return file;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Runs the installer silently; Windows asks for an administrator's consent if the program was
 * installed for all users.
 */
async function runSetup(file: string, resources: string): Promise<void> {
  const options = ["--updated", "/S", "--force-run"];
  try {
    await started(file, options);
  } catch (error) {
    if (
      !(
        error instanceof Error &&
        "code" in error &&
        (error.code === "EACCES" || error.code === "UNKNOWN")
      )
    )
      throw error;
    await started(join(resources, "elevate.exe"), [file, ...options]);
  }
}

async function started(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: "ignore" });
  await once(child, "spawn");
  child.unref();
}

/**
 * Returns the bundle that contains the running program.
 *
 * @param program …/Packbench.app/Contents/MacOS/Packbench
 */
export function bundleOf(program: string): string {
  return resolve(program, "../../..");
}

/**
 * Packs the running bundle, with its signature. macOS's own tool keeps links and attributes.
 *
 * @throws Error
 */
export function zipBundle(bundle: string, to: string): void {
  execFileSync("/usr/bin/ditto", ["-c", "-k", "--sequesterRsrc", "--keepParent", bundle, to]);
}

/**
 * Replaces this bundle by the bundle in the zip, if the new bundle's signature is valid and from
 * the same signer. Then starts the new bundle.
 */
function swapBundle(zip: string, bundle: string): void {
  const folder = mkdtempSync(join(dirname(bundle), ".packbench-"));
  try {
    execFileSync("/usr/bin/ditto", ["-x", "-k", zip, folder]);
    const name = readdirSync(folder).find((one) => one.endsWith(".app"));
    if (name === undefined) throw new Error(`there is no program in ${zip}`);
    const before = join(folder, name);
    execFileSync("/usr/bin/codesign", [
      "--verify",
      "--deep",
      "--strict",
      `-R=${requirementOf(bundle)}`,
      before,
    ]);
    renameSync(bundle, join(folder, "newer.app"));
    try {
      renameSync(before, bundle);
    } catch (error) {
      renameSync(join(folder, "newer.app"), bundle);
      throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  spawn("/usr/bin/open", ["-n", bundle], { detached: true, stdio: "ignore" }).unref();
}

/** Returns the requirement by which macOS identifies this program's signer. */
function requirementOf(bundle: string): string {
  const text = execFileSync("/usr/bin/codesign", ["-d", "-r-", bundle], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return /designated => (.+)/.exec(text)?.[1] ?? "never";
}
