/**
 * The only place that touches `ipcMain` and sends to a window: checks the sender, then the shape,
 * then runs.
 */
import { ipcMain, type WebContents } from "electron";
import type { z } from "zod";
import { ERRORS, isAppError } from "../../core/base/errors.ts";
import { newId } from "../../core/base/ids.ts";
import type { Log } from "../../core/base/log.ts";
import {
  eventContract,
  invokeContract,
  type Answer,
  type Event,
  type EventChannel,
  type Failure,
  type InvokeChannel,
  type Output,
} from "./contract.ts";

type Parsed<C extends InvokeChannel> = z.output<(typeof invokeContract)[C]["input"]>;

/** Windows whose messages are accepted, each with the origin that it must still show. */
const trusted = new Map<WebContents, string>();

/** Accepts messages of one window and sends it events. Called where the window is made. */
export function trustSender(contents: WebContents, origin: string): void {
  trusted.set(contents, origin);
  contents.once("destroyed", () => trusted.delete(contents));
}

/**
 * Answers, never throws: Electron hands a thrown error to the screen as its message alone, without
 * its code.
 *
 * Only messages of the top frame of a trusted window are accepted, not those of a frame inside it
 * or of a page it was led to.
 */
export function handle<C extends InvokeChannel>(
  log: Log,
  channel: C,
  run: (input: Parsed<C>, sender: WebContents) => Output<C> | Promise<Output<C>>,
): void {
  ipcMain.handle(channel, async (event, raw: unknown): Promise<Answer<Output<C>>> => {
    try {
      const origin = trusted.get(event.sender);
      const frame = event.senderFrame;
      if (
        origin === undefined ||
        frame === null ||
        frame.parent !== null ||
        !frame.url.startsWith(`${origin}/`)
      ) {
        throw new Error(`untrusted sender on ${channel}: ${frame?.url ?? "a closed frame"}`);
      }
      const input = invokeContract[channel].input.parse(raw) as Parsed<C>;
      return { ok: true, value: await run(input, event.sender) };
    } catch (error) {
      return { ok: false, error: toFailure(log, channel, error) };
    }
  });
}

/**
 * Sends an event to every open window. Throws when the value has not the contract's shape, which is
 * a bug of ours.
 */
export function emit<C extends EventChannel>(channel: C, value: Event<C>): void {
  const checked = eventContract[channel].parse(value);
  for (const contents of trusted.keys()) contents.send(channel, checked);
}

/**
 * A bug is logged whole and reaches the screen without its text; the trace id in both finds one by
 * the other.
 */
function toFailure(log: Log, channel: string, error: unknown): Failure {
  if (isAppError(error))
    return { code: error.code, message: error.message, details: error.details };
  const traceId = newId();
  log.error({ traceId, channel, err: error }, "a call of the screen failed by a fault of ours");
  return { code: "E2000", message: ERRORS.E2000.message, details: { traceId } };
}
