/** Encrypts the passwords, keys and tokens that a station stores for other services. */
export type Secrets = {
  /** @throws AppError E2050 when the key that earlier secrets were written with is gone. */
  encrypt(text: string): string;
  /** @throws AppError E2050 when `text` was written with another key, or changed. */
  decrypt(text: string): string;
  /** Where the key is: the screen shows when it is only a file. */
  readonly kind: "os" | "file";
  /**
   * The key in use, `KEY_BYTES` long; made when there was none.
   * @throws AppError E2050 when it is lost.
   */
  key(): Uint8Array;
};
