/** Settings of this station alone; they never leave it. */
export type Settings = {
  /** @returns The stored value, or undefined. */
  read(key: string): unknown;
  /**
   * Passes on the stored value, or undefined, now and after each write of it: for what is read at
   * every call.
   */
  follow(key: string, use: (value: unknown) => void): void;
  /**
   * @throws AppError E2036 when the disk does not take it; the stored value is then the one before.
   */
  write(key: string, value: unknown): void;
  /** Several at once: all of them or none. @throws AppError E2036 */
  writeAll(changes: Readonly<Record<string, unknown>>): void;
};
