/**
 * The hub's time during one session, measured against this machine's monotonic clock, so that it
 * stays right when somebody sets the machine's clock. By the hub's time the station notices that
 * its own stamps are ahead, before it publishes any of them.
 */
import type { JetStreamManager } from "@nats-io/jetstream";
import { ClockSkewError, MAX_SKEW_MS, msOf } from "../../db/hlc.ts";
import { restampAhead } from "../../db/restamp.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SignedCheck } from "./last-published.ts";
import { lastNumberOf, measureBehind } from "./check-stream.ts";

/**
 * Deviation between the machine's clock and its monotonic clock above which the clock counts as
 * set, ms.
 */
const SET_MS = 1_000;
/**
 * Stamps that are further ahead of the hub's time are not published, ms. Stations quarantine stamps
 * that are `MAX_SKEW_MS` ahead; the difference allows for a message's travel time.
 */
export const MAX_AHEAD_MS = MAX_SKEW_MS - 2_000;

type ClockSetup = {
  readonly deps: WriteDeps;
  readonly manager: JetStreamManager;
  /** Whether this station has signed a head; absent if nothing is signed. */
  readonly isSigned?: SignedCheck | undefined;
};

export type SessionClock = {
  /** The hub's time, ms since the epoch. */
  hubNow(): number;
  /** How far this machine's clock is behind the hub's, ms, as last measured. */
  readonly behindMs: number;
  /**
   * Measures again if the machine's clock was set or stamps are ahead, and restamps unpublished
   * transactions whose stamps are ahead.
   *
   * @param published The outbox row up to which this session has published.
   * @returns How long nothing may be published, ms: 0 unless published stamps are themselves ahead.
   * @throws ClockSkewError when the clocks are more than five minutes apart.
   */
  align(published: number): Promise<number>;
};

/**
 * Creates the clock of a session.
 *
 * @param measuredMs How far this machine's clock is behind the hub's, as just measured.
 */
export function createSessionClock(
  { deps, manager, isSigned }: ClockSetup,
  measuredMs: number,
): SessionClock {
  let behindMs = 0;
  let wallAt = 0;
  let monotonicAt = 0;
  const note = (ms: number): void => {
    behindMs = ms;
    wallAt = Date.now();
    monotonicAt = performance.now();
    if (isClose(ms)) deps.db.clock.correct(ms);
  };
  const hubNow = (): number => Math.round(wallAt + behindMs + performance.now() - monotonicAt);
  const wasSet = (): boolean => Math.abs(Date.now() + behindMs - hubNow()) > SET_MS;
  const aheadMs = (): number => msOf(deps.db.clock.next(0)) - hubNow();
  note(measuredMs);
  return {
    hubNow,
    get behindMs() {
      return behindMs;
    },
    async align(published) {
      requireClose(behindMs);
      if (!wasSet() && aheadMs() <= MAX_AHEAD_MS) return 0;
      note((await measureBehind(manager)).behindMs);
      requireClose(behindMs);
      const atHub = await lastNumberOf(manager, deps.db.stationID, isSigned);
      const isAhead = restampAhead(deps, {
        nowMs: hubNow(),
        maxAheadMs: MAX_AHEAD_MS,
        after: Math.max(published, atHub),
      });
      if (isAhead)
        deps.log.warn(
          {},
          "this computer's clock was ahead: changes made meanwhile were given the current time",
        );
      return Math.max(0, aheadMs() - MAX_AHEAD_MS);
    },
  };
}

function isClose(behindMs: number): boolean {
  return Math.abs(behindMs) <= MAX_SKEW_MS;
}

/**
 * Requires that this machine's clock is close to the hub's.
 *
 * @throws ClockSkewError when the clocks are more than five minutes apart.
 */
export function requireClose(behindMs: number): void {
  if (isClose(behindMs)) return;
  const minutes = Math.round(Math.abs(behindMs) / 60_000);
  throw new ClockSkewError(
    `This computer's clock and the hub's are more than five minutes apart (${minutes} minutes). Set both by the same time server.`,
  );
}
