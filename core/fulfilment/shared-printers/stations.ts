/** What printing at other stations needs to know of the connection with them. */
export type Stations = {
  /** The organization that the stations of the hub share; null for a station alone. */
  organizationID(): string | null;
  /** This station's name at the hub. */
  name(): string;
  /**
   * This moment by the hub's clock, ms since the epoch; by this machine's while the hub was never
   * reached.
   */
  hubNow(): number;
  /**
   * Whether the hub is reached, and all that it had at the beginning of the connection is applied
   * here.
   */
  isCaughtUp(): boolean;
  /**
   * Since when the hub is not reached, at the latest, by the hub's clock in ms; null while it is.
   */
  cutOffSince(): number | null;
  /**
   * @returns Undefined for a station that is not in the hub's list, or of a list that was never
   *   read.
   */
  find(stationID: string):
    | {
        readonly name: string;
        /** When the hub saw it last, ms. */
        readonly seenAt: number;
        /** Whether the hub has seen it in the last half minute. */
        readonly isReachable: boolean;
      }
    | undefined;
};
