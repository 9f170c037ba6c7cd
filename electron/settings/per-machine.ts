/**
 * An installation for all users of a Windows computer: one data folder in ProgramData, for those
 * who sign in at this computer, and the key of its secrets sealed for the computer and not for a
 * user. Shared desks work so; on other systems a station is a user's.
 */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, win32 } from "node:path";
import { DataFolderError } from "../../core/base/disk.ts";
import { loadKoffi } from "../../core/base/koffi.ts";
import { openSecurity } from "../../core/base/windows-security.ts";
import type { KeyStore } from "../secrets/desk-key.ts";

/** The installer's, in the program's resources. */
const MARK = "per-machine";

/**
 * Those who sign in at this computer may change and delete what is in it, and not its rights.
 * Services and users from the network may not.
 */
const DATA_LIST = "D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1301bf;;;IU)";

/** Beside the policy file. */
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
 * Whether the program was installed for all users: by its installer's mark, or, as an MSI installs
 * it, below Program Files.
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
 * Makes the data folder with its rights, if it is not there. The installer has made it as an
 * administrator; this is for an installation by other means.
 *
 * @returns Whether it was made now.
 * @throws DataFolderError with what Windows answered.
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

/** So that what another program sealed for the computer is not taken for our key. */
const ENTROPY = "packbench station key";

/**
 * The computer as a key store: every user of it opens what one of them sealed, and no other
 * computer does.
 */
export function machineKeyStore(): KeyStore {
  const security = openSecurity(loadKoffi());
  return {
    isUsable: () => true,
    seal: (text) => security.seal(Buffer.from(text), ENTROPY),
    open: (sealed) => security.open(sealed, ENTROPY).toString("utf8"),
  };
}
