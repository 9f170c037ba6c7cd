/** Connection to the other stations, as far as printing at other stations uses it. */
export type Stations = {
  /**
   * The organization that the stations of the hub share; null for a station that has not joined
   * others.
   */
  organizationID(): string | null;
  /** This station's name at the hub. */
  name(): string;
  /**
   * Current time by the hub's clock, ms since the epoch; by this machine's clock until the hub was
   * reached once.
   */
  hubNow(): number;
  /**
   * Returns whether the hub is connected, and everything that it had when the connection started is
   * applied here.
   */
  isCaughtUp(): boolean;
  /**
   * Latest possible start of the disconnection from the hub, by the hub's clock in ms; null while
   * connected.
   */
  cutOffSince(): number | null;
  /**
   * @returns Undefined for a station that is not in the hub's list, or when the list was never
   *   read.
   */
  find(stationID: string):
    | {
        readonly name: string;
        /** Time at which the hub last saw the station, ms. */
        readonly seenAt: number;
        /** Whether the hub has seen the station within the last half minute. */
        readonly isReachable: boolean;
      }
    | undefined;
};
