/** Timeouts and intervals of the TCP transport, in ms. */

export type TcpTimes = {
  readonly connectMs: number;
  /** Time limit for one status answer, in the status loop and after a label. */
  readonly statusMs: number;
  /** Time limit for one status answer before a label, while a person waits. */
  readonly gateMs: number;
  /** Greatest age at which the last answer still counts as the current state. */
  readonly freshMs: number;
  /** Time limit for the next piece of a label to be accepted, in addition to `onTheWayMs`. */
  readonly stallMs: number;
  /**
   * Time limit from the last byte, in addition to `onTheWayMs`, until the printer reports an empty
   * buffer; a label that takes longer counts as SENT.
   */
  readonly confirmMs: number;
  /**
   * Time limit from the last byte until a printer that does not count its labels is seen printing.
   */
  readonly beginMs: number;
  /** Interval between queries while the printer prints. */
  readonly pollMs: number;
  /** Wait after the last byte, so that a failure or the end of the connection is noticed. */
  readonly settleMs: number;
  /** Time limit for an odometer to move after the printer has reported an empty buffer. */
  readonly odometerMs: number;
  /** How long an unused connection is kept. */
  readonly idleMs: number;
  /**
   * Interval at which a printer that has never answered is queried again, and any other printer is
   * asked for its identity again.
   */
  readonly askAgainMs: number;
  /** Speed of the slowest supported line, bytes per second; a serial line of 9,600 baud has 960. */
  readonly slowestLine: number;
};

export const TIMES: TcpTimes = {
  connectMs: 3_000,
  statusMs: 1_500,
  gateMs: 300,
  freshMs: 5_000,
  stallMs: 10_000,
  confirmMs: 10_000,
  beginMs: 800,
  pollMs: 40,
  settleMs: 50,
  odometerMs: 1_000,
  idleMs: 2_000,
  askAgainMs: 10 * 60_000,
  slowestLine: 800,
};

/** Maximum number of bytes that an operating system buffers for a stalled connection. */
const MAX_HELD_BYTES = 256 * 1024;
/** A line's current speed is assumed to be at least its highest speed divided by this. */
const SLACK = 8;

/**
 * Longest time that bytes accepted by the operating system may still be on their way; the number of
 * buffered bytes cannot be read.
 *
 * @param accepted Bytes that the operating system has accepted.
 * @param bytesPerSecond Highest measured speed of the line; 0 when unknown.
 * @returns ms
 */
export function onTheWayMs(
  { slowestLine }: Pick<TcpTimes, "slowestLine">,
  accepted: number,
  bytesPerSecond: number,
): number {
  return (
    (Math.min(accepted, MAX_HELD_BYTES) / Math.max(slowestLine, bytesPerSecond / SLACK)) * 1_000
  );
}
