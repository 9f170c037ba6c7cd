/**
 * An installation for all users of a Windows computer: one data folder in ProgramData for everyone
 * who signs in at this computer, and an encryption key sealed for the computer and not for a user.
 * Used for shared stations; on other systems a station belongs to a user.
 */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, win32 } from "node:path";
import { DataFolderError } from "../../core/base/disk.ts";
import { loadKoffi } from "../../core/base/koffi.ts";
import { openSecurity } from "../../core/base/windows-security.ts";
import type { KeyStore } from "../secrets/desk-key.ts";

/** File that an installation for all users puts into the program's resources. */
const MARK = "per-machine";

/**
 * Permissions of the data folder. Users who sign in at this computer may change and delete the
 * folder's contents, but not its permissions. Services and network users have no access.
 */
const DATA_LIST = "D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;IU)";

/** Returns the shared data folder, next to the policy file. */
export function machineDataFolder(env: NodeJS.ProcessEnv): string {
  return win32.join(env["ProgramData"] ?? "C:\\ProgramData", "Packbench", "Data");
}

type Program = {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  readonly file: string;
  readonly resources: string;
  readonly env: NodeJS.ProcessEnv;
};

/**
 * Returns whether the program was installed for all users: by its installer's mark, or, for an MSI,
 * by its path below Program Files.
 */
export function isPerMachine({ platform, isPackaged, file, resources, env }: Program): boolean {
  if (platform !== "win32" || !isPackaged) return false;
  if (existsSync(join(resources, MARK))) return true;
  const place = win32.normalize(file).toLowerCase();
  return ["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"].some((name) => {
    const folder = env[name];
    return (
      folder !== undefined &&
      folder !== "" &&
      place.startsWith(`${win32.normalize(folder).toLowerCase()}\\`)
    );
  });
}

/**
 * Creates the data folder with its permissions, if it does not exist. Normally the installer has
 * created it as an administrator.
 *
 * @returns Whether the folder was created now.
 * @throws DataFolderError with the error from Windows.
 */
export function prepareMachineFolder(folder: string): boolean {
  if (existsSync(folder)) return false;
  try {
    mkdirSync(dirname(folder), { recursive: true });
    return openSecurity(loadKoffi()).makeFolder(folder, DATA_LIST);
  } catch (error) {
    throw new DataFolderError(
      `The data folder for all users could not be made: ${error instanceof Error ? error.message : String(error)}. Install Packbench for all users again, as an administrator.`,
    );
  }
}

/**
 * Sealed together with the key, so that data that another program has sealed is not taken for our
 * key.
 */
const ENTROPY = "packbench station key";

/**
 * Returns the computer as a key store: each of its users can open what another user sealed; other
 * computers cannot.
 */
export function machineKeyStore(): KeyStore {
  const security = openSecurity(loadKoffi());
  return {
    isUsable: () => true,
    seal: (text) => security.seal(Buffer.from(text), ENTROPY),
    open: (sealed) => security.open(sealed, ENTROPY).toString("utf8"),
  };
}
