/** Server-sent events of one scale: its present state first, then each change. */
import { Readable } from "node:stream";
import type { Actor } from "../../http/actor.ts";
import { streamsOf, type OpenStream } from "../../http/integrations/open-streams.ts";
import type { StationDeps } from "../deps.ts";
import type { Scales } from "./scales.service.ts";

const HEARTBEAT_MS = 15_000;

/**
 * Streams events named `scale`. A client that reads slowly misses states, but always gets the
 * newest.
 *
 * @param reauthenticate Checks the token again; throws when the token has expired or was revoked.
 * @throws AppError E2220; E2005 when the token or its organization has too many open streams.
 */
export function streamScale(
  deps: StationDeps,
  scales: Scales,
  { actor, reauthenticate }: { readonly actor: Actor; readonly reauthenticate: () => Actor },
  id: string,
): Readable {
  scales.get(id);
  const streams = streamsOf(deps);
  streams.checkRoom(actor);
  let isWanted = false;
  let isNew = true;
  const push = (text: string): void => void (isWanted = readable.push(text));
  const send = (): void => {
    if (!isWanted || !isNew || readable.destroyed) return;
    isNew = false;
    try {
      push(`event: scale\ndata: ${JSON.stringify(scales.get(id).now)}\n\n`);
    } catch {
      readable.destroy(); // The scale was removed.
    }
  };
  const readable: Readable = new Readable({
    highWaterMark: 16 * 1_024,
    read() {
      isWanted = true;
      send();
    },
    destroy(error, done) {
      clearInterval(beat);
      stopFollowing();
      streams.delete(open);
      done(error);
    },
  });
  const stopFollowing = scales.follow((changed) => {
    if (changed !== id) return;
    isNew = true;
    send();
  });
  const beat = setInterval(() => isWanted && push(": still here\n\n"), HEARTBEAT_MS).unref();
  const open: OpenStream = {
    actor,
    check() {
      try {
        reauthenticate();
      } catch {
        readable.destroy();
      }
    },
  };
  streams.add(open);
  return readable;
}
