/** How long the TCP transport waits for what. */

export type TcpTimes = {
  readonly connectMs: number;
  /** For one answer about its state, in the status loop and after a label. */
  readonly statusMs: number;
  /** For one answer before a label: a person waits for it. */
  readonly gateMs: number;
  /** How old the last answer may be to count as the present state. */
  readonly freshMs: number;
  /** For the printer to accept one more byte. */
  readonly stallMs: number;
  /**
   * From the last byte until the printer reports an empty buffer; a label that takes longer counts
   * as SENT.
   */
  readonly confirmMs: number;
  /** From the last byte until a printer that does not count its labels is seen printing. */
  readonly beginMs: number;
  /** Between two questions while it prints. */
  readonly pollMs: number;
  /** After the last byte, for a connection to fail or end that carries no answer. */
  readonly settleMs: number;
  /** For an odometer to move after the printer has reported an empty buffer. */
  readonly meterMs: number;
  /** How long an unused connection is kept. */
  readonly idleMs: number;
  /**
   * After this time a printer that has never answered is asked again, and one that has is asked
   * anew what it is.
   */
  readonly askAgainMs: number;
  /**
   * Bytes a second of the slowest line that is waited for: a serial line of 9,600 baud takes 960.
   */
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
  meterMs: 1_000,
  idleMs: 2_000,
  askAgainMs: 10 * 60_000,
  slowestLine: 800,
};

/** What an operating system holds of a connection that does not flow. */
const MOST_HELD_BYTES = 256 * 1024;
/** A line that was once fast is waited for as if it had become slower by this. */
const SLACK = 8;

/**
 * How long bytes that the operating system has accepted may still be on their way: how many it
 * holds cannot be read.
 *
 * @param bytesPerSecond The fastest that the line has been; 0 when that is not known.
 * @returns ms
 */
export function onTheWayMs(
  { slowestLine }: Pick<TcpTimes, "slowestLine">,
  accepted: number,
  bytesPerSecond: number,
): number {
  return (
    (Math.min(accepted, MOST_HELD_BYTES) / Math.max(slowestLine, bytesPerSecond / SLACK)) * 1_000
  );
}
