/** The stations of an organization, as far as the view of today shows them. */

/** A station with its state as the hub last knew it. */
export type JoinedStation = {
  readonly id: string;
  readonly name: string;
  /** By the hub's clock; null for this station. */
  readonly lastSeen: string | null;
  /** Whether the hub has seen the station within the last half minute. */
  readonly isHere: boolean;
  /** Prints that wait for its printers or for an answer; null: an earlier version reports none. */
  readonly prints: number | null;
};

export type JoinedStations = {
  /** Lists this station first, then the other stations that share the organization. */
  list(organizationID: string): readonly JoinedStation[];
};
