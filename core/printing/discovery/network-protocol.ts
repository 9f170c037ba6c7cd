/** Operations of the thread that asks Windows for announced printers. */

/** One announced service. */
export type ServiceInstance = {
  /** One of the requested service types. */
  readonly type: string;
  /** Name that the owner gave the service. */
  readonly name: string;
  /** IPv4 address of the service, otherwise its host name. */
  readonly host: string;
  readonly port: number;
  readonly txt: readonly (readonly [key: string, value: string])[];
};

export type NetworkOperations = {
  /**
   * Collects the services that are announced during `forMs`.
   *
   * @param search.types Service types, such as "ipp".
   * @param search.forMs How long to listen, ms.
   * @returns `isOver`: Windows makes no further callbacks, so the thread can be ended.
   * @throws Error when this Windows has no such search, or rejects it.
   */
  browse(search: {
    readonly types: readonly string[];
    readonly forMs: number;
  }): Promise<{ readonly list: readonly ServiceInstance[]; readonly isOver: boolean }>;
};
