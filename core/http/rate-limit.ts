/**
 * Limits how often an API token may call, by token buckets: a bucket's own tokens are permits for
 * one call each. The framework's library has fixed windows, which cannot express "200 a second, but
 * 600 at once after a pause". Calls with unknown API tokens are not limited: all programs of a desk
 * share one address, so a limit by address would block all programs. An API token of 192 bits
 * cannot be guessed anyway.
 */
import { z } from "zod";
import { errors } from "../base/errors.ts";
import type { HttpDeps } from "./deps.ts";

export type Rate = { readonly perSecond: number; readonly burst: number };
/** `tokens`: permits at the time `at`, ms since the epoch. */
export type Bucket = { tokens: number; at: number };

const DEFAULT_RATE: Rate = { perSecond: 200, burst: 600 };
/** Number of buckets above which full buckets are deleted, because a full bucket limits no call. */
const KEPT_BUCKETS = 1_000;

export type RateLimit = {
  /**
   * Counts one call of an API token.
   *
   * @throws AppError E2005 with `retryAfter` in whole seconds.
   */
  countCall(tokenID: string): void;
};

/**
 * Creates the limit, which follows the station's setting "rateLimit": { perSecond, burst }, or null
 * for no limit.
 */
export function createRateLimit(deps: Pick<HttpDeps, "settings" | "now">): RateLimit {
  const calls = new Map<string, Bucket>();
  let rate: Rate | null = DEFAULT_RATE;
  deps.settings.follow("rateLimit", (setting) => (rate = rateOf(setting)));
  return {
    countCall(tokenID) {
      if (rate === null) return;
      const waitSeconds = takeToken(calls, tokenID, rate, Date.parse(deps.now()));
      if (waitSeconds > 0)
        throw errors.tooManyRequests(undefined, {
          retryAfter: Math.max(1, Math.ceil(waitSeconds)),
        });
    },
  };
}

/**
 * Takes one permit from a bucket.
 *
 * @returns Seconds until a permit is available; 0: a permit was taken.
 */
export function takeToken(
  buckets: Map<string, Bucket>,
  key: string,
  rate: Rate,
  nowMs: number,
): number {
  const bucket = buckets.get(key) ?? { tokens: rate.burst, at: nowMs };
  // A clock that was set back neither adds nor removes permits.
  const passed = Math.max(0, nowMs - bucket.at) / 1_000;
  bucket.tokens = Math.min(rate.burst, bucket.tokens + passed * rate.perSecond);
  bucket.at = nowMs;
  buckets.set(key, bucket);
  if (buckets.size > KEPT_BUCKETS) dropFull(buckets, rate, nowMs);
  if (bucket.tokens < 1) return (1 - bucket.tokens) / rate.perSecond;
  bucket.tokens -= 1;
  return 0;
}

function dropFull(buckets: Map<string, Bucket>, rate: Rate, nowMs: number): void {
  for (const [key, { tokens, at }] of buckets) {
    if (tokens + ((nowMs - at) / 1_000) * rate.perSecond >= rate.burst) buckets.delete(key);
  }
}

const rateSchema = z.object({ perSecond: z.number().positive(), burst: z.number().min(1) });

/**
 * Parses the rate of a setting. An invalid setting counts as the default: a typing error must not
 * remove the limit.
 */
function rateOf(setting: unknown): Rate | null {
  if (setting === null) return null;
  return rateSchema.safeParse(setting).data ?? DEFAULT_RATE;
}
