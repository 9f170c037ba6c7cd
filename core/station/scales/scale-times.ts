/** Intervals and limits of scales and their drivers, ms. Tests pass shorter ones. */
export type ScaleTimes = {
  /** Time without a reading after which a scale counts as silent. */
  readonly staleMs: number;
  /** Shortest time over which readings of a scale that does not report motion must be equal. */
  readonly stillMs: number;
  /** Interval in which a process of a driver must show that it lives. */
  readonly pingMs: number;
  /** Delay before a process that ended is started again; doubles up to `restartAtMostMs`. */
  readonly restartMs: number;
  readonly restartAtMostMs: number;
  /** Delay before a device that could not be opened is opened again. */
  readonly reopenMs: number;
  /** Interval in which a scale is asked that does not send by itself. */
  readonly askMs: number;
  /** Longest silence of a network scale before it is connected again. */
  readonly reconnectMs: number;
  /** Longest search for devices of this computer. */
  readonly searchMs: number;
  /** Shortest time between two readings that are passed on. */
  readonly readingMs: number;
  /** Time after which a scanned code that no window has taken is dropped. */
  readonly codeMs: number;
};

export const SCALE_TIMES: ScaleTimes = {
  staleMs: 2_000,
  stillMs: 500,
  pingMs: 1_000,
  restartMs: 500,
  restartAtMostMs: 30_000,
  reopenMs: 1_000,
  askMs: 200,
  reconnectMs: 10_000,
  searchMs: 5_000,
  readingMs: 20,
  codeMs: 5_000,
};
