/** Label files of carriers that another station of the organization keeps. */
export type SharedFiles = {
  /**
   * Fetches the bytes that the hub's store keeps under this hash, without comparing them with it.
   * Undefined when the hub is not reached or has none.
   */
  get(hash: string): Promise<Uint8Array | undefined>;
};

export type SharedFilesPort = SharedFiles & {
  /** Fetches files from these until the returned function is called. */
  use(files: SharedFiles): () => void;
};
