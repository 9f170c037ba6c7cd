/** Interface of the engine that finds, downloads and installs updates. */
import type { UpdateFailure } from "./update-state.schema.ts";

/**
 * A failed update. `offline`: the address could not be reached, which is not reported as a fault.
 */
export class UpdateError extends Error {
  override readonly name = "UpdateError";
  readonly reason: UpdateFailure | "offline";

  constructor(reason: UpdateFailure | "offline", cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.reason = reason;
  }
}

export type Engine = {
  /**
   * Asks the update address for an update.
   *
   * @returns The version of an update for this computer; null when there is no update.
   * @throws UpdateError
   */
  check(): Promise<string | null>;
  /**
   * Downloads the update that `check` found last. When the promise resolves, the update's SHA-512,
   * and on Windows its signature, are verified.
   *
   * @throws UpdateError
   */
  download(onPercent: (percent: number) => void): Promise<void>;
  /**
   * Prepares the installation before this program ends. On macOS the system takes over the file, in
   * some seconds; on other systems there is nothing to prepare.
   *
   * @throws UpdateError
   */
  prepare(): Promise<void>;
  /** Installs the update; must be the last call of this program. @throws the system's error */
  install(restart: boolean): void;
};
