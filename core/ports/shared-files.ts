/** Label files of carriers that other stations of the organization have stored at the hub. */
export type SharedFiles = {
  /**
   * Fetches the bytes that the hub's store keeps under this hash, without verifying the hash.
   * Undefined when the hub is not reached or does not have the file.
   */
  get(hash: string): Promise<Uint8Array | undefined>;
};

export type SharedFilesPort = SharedFiles & {
  /** Makes `get` fetch from `files` until the returned function is called. */
  use(files: SharedFiles): () => void;
};
