/** Label files of carriers that another station of the organization keeps. */
export type SharedFiles = {
  /**
   * Fetches the bytes that the hub's store keeps under this hash, without verifying the hash.
   * Undefined when the hub is not reached or does not have it.
   */
  get(hash: string): Promise<Uint8Array | undefined>;
};

export type SharedFilesPort = SharedFiles & {
  /** Fetches from these files until the returned function is called. */
  use(files: SharedFiles): () => void;
};
