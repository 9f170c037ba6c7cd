/**
 * Decides whether this installation updates itself, and when a downloaded update may be installed.
 * Pure.
 */
import type { OffReason, Waits } from "./update-state.schema.ts";

/** Facts about the installation that decide about updates. */
export type Installation = {
  readonly isPackaged: boolean;
  /**
   * Whether this start has sample data or is practice. It then installs no updates, because another
   * station of the same program may be in use.
   */
  readonly isPractice: boolean;
  /**
   * Whether the program was packed for distribution, and whether it was signed; from package.json.
   */
  readonly isForDistribution: boolean;
  readonly isSigned: boolean;
  readonly platform: NodeJS.Platform;
  /**
   * For Linux: an AppImage can be replaced, a .deb belongs to the package manager, and an unpacked
   * .tar.gz to a person.
   */
  readonly linux: "appImage" | "deb" | "folder";
  /** For Windows: NSIS leaves its uninstaller next to the program, an MSI does not. */
  readonly hasUninstaller: boolean;
  /** Contents of app-update.yml in the resources; null when there is no such file. */
  readonly source: { readonly hasPublisher: boolean } | null;
  /**
   * For an AppImage: whether this user can replace its file. Always true for other installations:
   * Windows asks for permission.
   */
  readonly isWritable: boolean;
};

/**
 * Decides whether this installation updates itself.
 *
 * @param enabled Set by policy; undefined: not set.
 * @returns The most informative reason why updates are off; null when they are on.
 */
export function whyOff(here: Installation, enabled: boolean | undefined): OffReason | null {
  if (!here.isPackaged) return "notPackaged";
  if (!here.isForDistribution) return "notForDistribution";
  if (here.isPractice) return "practice";
  if (enabled === false) return "byPolicy";
  if (here.platform === "linux" && here.linux !== "appImage")
    return here.linux === "deb" ? "bySystem" : "byHand";
  if (here.platform === "win32" && !here.hasUninstaller) return "byIt";
  // An AppImage has no signature: its SHA-512 comes from the update address.
  if (here.platform !== "linux" && !here.isSigned) return "unsigned";
  if (here.source === null) return "noAddress";
  if (here.platform === "win32" && !here.source.hasPublisher) return "noPublisher";
  if (!here.isWritable) return "notWritable";
  return null;
}

/** Returns whether no work is in progress that an installation would interrupt. */
export function isQuiet({ sending, inBatches, isAtWork }: Waits): boolean {
  return sending === 0 && inBatches === 0 && !isAtWork;
}

/** How long after `installAt` an update may still start, minutes: later, the shop may be open. */
const LATEST_MINUTES = 120;
const MINUTES_OF_DAY = 24 * 60;

/**
 * Returns whether the policy's time for updates has come and is at most two hours past.
 *
 * @param installAt "HH:MM", local.
 * @param now This computer's time.
 */
export function isTime(installAt: string | undefined, now: Date): boolean {
  if (installAt === undefined) return false;
  const [hours = 0, minutes = 0] = installAt.split(":").map(Number);
  const since =
    (now.getHours() * 60 + now.getMinutes() - (hours * 60 + minutes) + MINUTES_OF_DAY) %
    MINUTES_OF_DAY;
  return since <= LATEST_MINUTES;
}
