/** Settings of this station; they never leave it. */
export type Settings = {
  /** Returns the stored value, or undefined. */
  read(key: string): unknown;
  /**
   * Passes the stored value, or undefined, to `use` now and after each write; for settings that
   * every call reads.
   */
  follow(key: string, use: (value: unknown) => void): void;
  /** @throws AppError E2036 when the disk rejects it; the previous value stays. */
  write(key: string, value: unknown): void;
  /**
   * Writes several values: all of them or none.
   *
   * @throws AppError E2036 when the disk rejects them.
   */
  writeAll(changes: Readonly<Record<string, unknown>>): void;
};
