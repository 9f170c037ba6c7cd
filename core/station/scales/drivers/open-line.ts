/** An open connection to a device that sends bytes. */
import type { LostReason } from "../device-protocol.ts";

export type OpenLine = {
  /**
   * Sends bytes to the device, unless it has not taken the bytes before: a question that is asked
   * again and again must not fill the memory. Errors are reported by `onLost`.
   */
  write(text: string): void;
  close(): void;
};

export type LineListeners = {
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Called once, when the connection ends by itself. */
  readonly onLost: (error: LostDeviceError) => void;
};

/** A device cannot be opened, or was lost. `message`: the system's words. */
export class LostDeviceError extends Error {
  override readonly name = "LostDeviceError";
  readonly reason: LostReason;

  constructor(reason: LostReason, message: string) {
    super(message.slice(0, 500));
    this.reason = reason;
  }
}

/** Converts an error of a driver, whose words are all that shows its cause. */
export function lostDevice(error: unknown): LostDeviceError {
  if (error instanceof LostDeviceError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new LostDeviceError(reasonOf(message), message);
}

function reasonOf(message: string): LostReason {
  // Windows says "Access denied" of a port that another program has open.
  if (/lock port|access (is )?denied|busy|in use/i.test(message)) return "inUse";
  return /permission denied|EACCES|EPERM|not permitted/i.test(message) ? "denied" : "unplugged";
}
