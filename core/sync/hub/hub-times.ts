/** Delays of the hub process, ms. */

export type HubTimes = {
  /** Before a server that has exited is restarted; doubles up to `restartMostMs`. */
  readonly restartMs: number;
  readonly restartMostMs: number;
  /** Before entries of the list of stations that a desk has overwritten are rewritten. */
  readonly overwrittenMs: number;
  /** Before a station's own hub that did not start is started again. */
  readonly startAgainMs: number;
};

export const HUB_TIMES: HubTimes = {
  restartMs: 200,
  restartMostMs: 10_000,
  overwrittenMs: 250,
  startAgainMs: 10_000,
};
