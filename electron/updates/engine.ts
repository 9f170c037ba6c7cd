/** What finds, downloads and installs updates, as the rest of this folder knows it. */
import type { UpdateFailure } from "./update-state.schema.ts";

/** `offline`: the address could not be reached, which is no fault. */
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
   * @returns The version of an update for this computer; null when there is none.
   * @throws UpdateError
   */
  check(): Promise<string | null>;
  /**
   * Downloads what `check` found last; its SHA-512, and on Windows its signature, is right when
   * this resolves.
   * @throws UpdateError
   */
  download(onPercent: (percent: number) => void): Promise<void>;
  /**
   * Before this program ends. On macOS the system takes the file, in some seconds; elsewhere
   * nothing.
   * @throws UpdateError
   */
  prepare(): Promise<void>;
  /** As the last thing that this program does. @throws the system's error */
  install(restart: boolean): void;
};
