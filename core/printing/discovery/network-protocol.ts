/** What the thread that asks Windows for announced printers serves. */

/** One announced service. */
export type ServiceInstance = {
  /** Of its kind: one of those that were asked for. */
  readonly type: string;
  /** As its owner called it. */
  readonly name: string;
  /** Its IPv4 address, else its name on the network. */
  readonly host: string;
  readonly port: number;
  readonly txt: readonly (readonly [key: string, value: string])[];
};

export type NetworkOperations = {
  /**
   * @param types Kinds of services: "ipp". @param forMs How long is listened.
   * @returns `isOver`: Windows makes no more calls for it, and the thread can be ended.
   * @throws Error when this Windows has no such search, or refuses it.
   */
  browse(search: {
    readonly types: readonly string[];
    readonly forMs: number;
  }): Promise<{ readonly list: readonly ServiceInstance[]; readonly isOver: boolean }>;
};
