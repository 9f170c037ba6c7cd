/**
 * The other stations and the connection to them, as far as printing at other stations needs them.
 */
export type Stations = {
  /**
   * The organization that the stations of the hub share; null for a station that has not joined a
   * hub.
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
   * Returns whether the hub is connected, and every change that the hub had when the connection
   * started is applied here.
   */
  isCaughtUp(): boolean;
  /**
   * Latest possible start of the disconnection from the hub, by the hub's clock in ms; null while
   * connected.
   */
  cutOffSince(): number | null;
  /** Finds a station; undefined when the hub's list does not have it, or was never read. */
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
