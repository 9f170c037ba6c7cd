/** Encrypts passwords, keys and tokens of other services. */
export type Secrets = {
  /**
   * Encrypts a text with this station's key.
   *
   * @throws AppError E2050 when the key of earlier secrets is lost.
   */
  encrypt(text: string): string;
  /**
   * Decrypts a text that `encrypt` returned.
   *
   * @throws AppError E2050 when `text` was written with another key, or changed.
   */
  decrypt(text: string): string;
  /** Where the key is stored: the screen shows when it is only a file. */
  readonly kind: "os" | "file";
  /**
   * The key in use, `KEY_BYTES` long; created if missing.
   *
   * @throws AppError E2050 when the key is lost.
   */
  key(): Uint8Array;
};
