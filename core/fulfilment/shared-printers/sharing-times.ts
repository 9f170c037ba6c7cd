/** Intervals of the work between stations: webhook deliveries and shared printers, ms. */
export type SharingTimes = {
  /** Interval at which a station checks whether it may deliver its waiting events. */
  readonly deliveriesAgainMs: number;
  /**
   * Interval at which shared printers are compared with their published rows, since polling a
   * printer records no fact.
   */
  readonly printersEveryMs: number;
  /**
   * Shortest time between two publications of one printer's state; the first change after a pause
   * is published at once.
   */
  readonly printersLeastMs: number;
  /** Delay before a request that waits for the connection or for its shipment is checked again. */
  readonly requestsSoonMs: number;
  /** Longest time between two checks of print requests, since rows of a snapshot record no fact. */
  readonly requestsLookMs: number;
  /**
   * Time after a request's expiry in which the printer's station can still report the outcome;
   * after that the requesting station marks the request as expired.
   */
  readonly requestsGraceMs: number;
};
