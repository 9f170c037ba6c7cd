/**
 * The only file that uses `ipcMain` and sends to a window: checks the sender, then the schema, then
 * runs the handler.
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

/** Windows whose messages are accepted, each with the origin that it must show. */
const trusted = new Map<WebContents, string>();

/** Accepts messages of one window and sends it events. Called where the window is created. */
export function trustSender(contents: WebContents, origin: string): void {
  trusted.set(contents, origin);
  contents.once("destroyed", () => trusted.delete(contents));
}

/**
 * Registers a handler. An error of `run` becomes an answer, because Electron would pass only a
 * thrown error's message to the screen, without its code.
 *
 * Accepts only messages of the top frame of a trusted window, not those of an embedded frame or of
 * another page.
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
 * Sends an event to every trusted window. Throws when the value does not match the contract, which
 * is a bug.
 */
export function emit<C extends EventChannel>(channel: C, value: Event<C>): void {
  const checked = eventContract[channel].parse(value);
  for (const contents of trusted.keys()) contents.send(channel, checked);
}

/**
 * Converts an error for the screen. A bug is logged in full and reaches the screen without its
 * text; the log and the screen show the same trace id.
 */
function toFailure(log: Log, channel: string, error: unknown): Failure {
  if (isAppError(error))
    return { code: error.code, message: error.message, details: error.details };
  const traceId = newId();
  log.error({ traceId, channel, err: error }, "a call of the screen failed because of a bug");
  return { code: "E2000", message: ERRORS.E2000.message, details: { traceId } };
}
