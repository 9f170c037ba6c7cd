/** Delays of the hub process, ms. */

export type HubTimes = {
  /** Before a server that has exited is restarted; doubles up to `restartMostMs`. */
  readonly restartMs: number;
  readonly restartMostMs: number;
  /** Before the hub rewrites entries of its list of stations that a desk has overwritten. */
  readonly overwrittenMs: number;
  /** Before a station retries to start the hub on its computer. */
  readonly startAgainMs: number;
};

export const HUB_TIMES: HubTimes = {
  restartMs: 200,
  restartMostMs: 10_000,
  overwrittenMs: 250,
  startAgainMs: 10_000,
};
