/** Intervals of what stations do for each other: deliveries of webhooks, shared printers, ms. */
export type SharingTimes = {
  /** Between two looks whether an event that waits for its station's turn may be delivered. */
  readonly deliveriesAgainMs: number;
  /**
   * Between two comparisons of shared printers with what was published of them: asking a printer
   * records no fact.
   */
  readonly printersEveryMs: number;
  /**
   * Least time between two publications of one printer's state; a change after a rest is published
   * at once.
   */
  readonly printersLeastMs: number;
  /**
   * Before a print request that waits for the connection or for its shipment is looked at again.
   */
  readonly requestsSoonMs: number;
  /** Longest time between two looks at print requests: rows of a snapshot record no fact. */
  readonly requestsLookMs: number;
  /**
   * After a request's time is over, for the printer's station to report it; then the station that
   * asked expires it.
   */
  readonly requestsGraceMs: number;
};
