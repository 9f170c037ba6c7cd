/**
 * The hub's time during one session. It is measured against this machine's monotonic clock, so it
 * stays right when somebody sets the machine's clock; from it the station notices that its own
 * stamps are ahead, before any of them is published.
 */
import type { JetStreamManager } from "@nats-io/jetstream";
import { ClockSkewError, MAX_SKEW_MS, msOf } from "../../db/hlc.ts";
import { restampAhead } from "../../db/restamp.ts";
import type { WriteDeps } from "../../db/deps.ts";
import type { SignedCheck } from "./last-published.ts";
import { lastNumberOf, measureBehind } from "./check-stream.ts";

/** A machine's clock that runs apart from its monotonic one by more than this was set, ms. */
const SET_MS = 1_000;
/**
 * Stations set aside stamps that are `MAX_SKEW_MS` ahead; a message may be on its way for a moment.
 */
export const MAX_AHEAD_MS = MAX_SKEW_MS - 2_000;

type Parts = {
  readonly deps: WriteDeps;
  readonly manager: JetStreamManager;
  /** Whether this station has signed a head; absent where nothing is signed. */
  readonly isSigned?: SignedCheck | undefined;
};

export type SessionClock = {
  /** The hub's time, ms since the epoch. */
  hubNow(): number;
  /** How far this machine's clock is behind the hub's, ms, as measured last. */
  readonly behindMs: number;
  /**
   * Measures again where the machine's clock was set or stamps are ahead, and restamps what is not
   * published.
   *
   * @param published The outbox row up to which this session has published.
   * @returns How long nothing may be published, ms: 0 unless published stamps are ahead themselves.
   * @throws ClockSkewError when the clocks are more than five minutes apart
   */
  align(published: number): Promise<number>;
};

/** @param measuredMs How far this machine's clock is behind the hub's, as just measured. */
export function createSessionClock(
  { deps, manager, isSigned }: Parts,
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
          "this computer's clock was ahead: what was done meanwhile counts as done now",
        );
      return Math.max(0, aheadMs() - MAX_AHEAD_MS);
    },
  };
}

function isClose(behindMs: number): boolean {
  return Math.abs(behindMs) <= MAX_SKEW_MS;
}

/** @throws ClockSkewError */
export function requireClose(behindMs: number): void {
  if (isClose(behindMs)) return;
  const minutes = Math.round(Math.abs(behindMs) / 60_000);
  throw new ClockSkewError(
    `This computer's clock and the hub's are more than five minutes apart (${minutes} minutes). Set both by the same time server.`,
  );
}
