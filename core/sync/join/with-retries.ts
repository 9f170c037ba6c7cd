/**
 * Repeats a step of a join that the hub did not answer: a hub that admits several stations at once
 * leaves some calls unanswered.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { NatsConnection } from "@nats-io/transport-node";
import { AppError } from "../../base/errors.ts";
import { isSilence, requireAnswer } from "../silent-hub.ts";

const TRIES = 6;
const BACKOFF_MS = 300;

/**
 * Runs a step at most six times: repeats it when it fails with an error that is not an AppError.
 *
 * @param step Must be repeatable.
 * @throws The error of the last try; an AppError immediately, E2112 when the hub answers nothing at
 *   all.
 */
export async function withRetries<T>(nc: NatsConnection, step: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof AppError || tries >= TRIES) throw error;
      if (isSilence(error)) await requireAnswer(nc);
      await sleep(BACKOFF_MS * tries);
    }
  }
}
