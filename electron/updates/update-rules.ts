/**
 * Whether this installation updates itself, and when an update that is ready may be installed.
 * Pure.
 */
import type { OffReason, Waits } from "./update-state.schema.ts";

/** How this program came here, as far as updates depend on it. */
export type Installation = {
  readonly isPackaged: boolean;
  /** Sample data or practice: another station of the same program may be at work. */
  readonly isPractice: boolean;
  /**
   * Whether it was packed to be handed out, and by whom it was signed; of package.json as it was
   * packed.
   */
  readonly isForDistribution: boolean;
  readonly isSigned: boolean;
  readonly platform: NodeJS.Platform;
  /**
   * Of Linux: an AppImage may be replaced, a .deb is the package manager's, and an unpacked .tar.gz
   * a person's.
   */
  readonly linux: "appImage" | "deb" | "folder";
  /** Of Windows: NSIS leaves its own uninstaller beside the program, an MSI none. */
  readonly hasUninstaller: boolean;
  /** Whether app-update.yml lies in the resources, and what it says. */
  readonly source: { readonly hasPublisher: boolean } | null;
  /** Whether the file that an update replaces can be replaced by this user. Windows asks for it. */
  readonly isWritable: boolean;
};

/**
 * @param enabled Of the policy; undefined: it says nothing.
 * @returns Why there are no updates, the most telling reason first; null when there are.
 */
export function whyOff(here: Installation, enabled: boolean | undefined): OffReason | null {
  if (!here.isPackaged) return "notPackaged";
  if (!here.isForDistribution) return "notForDistribution";
  if (here.isPractice) return "practice";
  if (enabled === false) return "byPolicy";
  if (here.platform === "linux" && here.linux !== "appImage")
    return here.linux === "deb" ? "bySystem" : "byHand";
  if (here.platform === "win32" && !here.hasUninstaller) return "byIt";
  // An AppImage has no signature of its own: its SHA-512 comes from the address of updates.
  if (here.platform !== "linux" && !here.isSigned) return "unsigned";
  if (here.source === null) return "noAddress";
  if (here.platform === "win32" && !here.source.hasPublisher) return "noPublisher";
  if (!here.isWritable) return "notWritable";
  return null;
}

/** Whether nothing is under way that an installation would cut off. */
export function isQuiet({ sending, inBatches, isAtWork }: Waits): boolean {
  return sending === 0 && inBatches === 0 && !isAtWork;
}

/** For so long after `installAt` an update may still begin: later, the shop may be at work. */
const LATEST_MINUTES = 120;
const MINUTES_OF_DAY = 24 * 60;

/**
 * @param installAt "HH:MM", local.
 * @param now Of this computer.
 * @returns Whether it is that time, or at most two hours later.
 */
export function isTime(installAt: string | undefined, now: Date): boolean {
  if (installAt === undefined) return false;
  const [hours = 0, minutes = 0] = installAt.split(":").map(Number);
  const since =
    (now.getHours() * 60 + now.getMinutes() - (hours * 60 + minutes) + MINUTES_OF_DAY) %
    MINUTES_OF_DAY;
  return since <= LATEST_MINUTES;
}
