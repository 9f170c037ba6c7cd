/**
 * Runs the drivers of scales and serial scanners outside of the core's process, because a driver
 * may block or crash the process that it runs in.
 */

/** A running process that drives one device. */
export type DeviceProcess = {
  /** Sends plain data. Does nothing once the process has ended. */
  send(message: object): void;
  /** Ends the process at once, also when it hangs. */
  kill(): void;
};

export type DeviceProcesses = {
  /**
   * Starts a process.
   *
   * @param on.message Receives what the process sends; the data is not checked.
   * @param on.exit Called once, when the process has ended or could not be started.
   */
  start(on: {
    readonly message: (message: unknown) => void;
    readonly exit: () => void;
  }): DeviceProcess;
};
