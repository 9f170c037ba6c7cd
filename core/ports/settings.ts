/** Settings of this station, which never leave it. */
export type Settings = {
  /** Reads the stored value; undefined when no value is stored. */
  read(key: string): unknown;
  /**
   * Passes the stored value, or undefined, to `use` now and after each write. For settings that
   * every call reads.
   */
  follow(key: string, use: (value: unknown) => void): void;
  /**
   * Stores a value.
   *
   * @throws AppError E2036 when the disk rejects it; the previous value stays.
   */
  write(key: string, value: unknown): void;
  /**
   * Writes several values: all of them or none.
   *
   * @throws AppError E2036 when the disk rejects them.
   */
  writeAll(changes: Readonly<Record<string, unknown>>): void;
};
