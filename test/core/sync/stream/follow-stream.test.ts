import { jetstream } from "@nats-io/jetstream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Instant } from "../../../../core/base/units.ts";
import { createFollower } from "../../../../core/sync/stream/follow-stream.ts";
import { subjectOf, toHeaders } from "../../../../core/sync/stream/stream-message.ts";
import { changeOneRow, messagesOf } from "../../../bench/sync-work.ts";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";

const CHANGES = 200;

describe("a station that follows the stream", () => {
  let nats: BareNats;
  beforeEach(async () => void (nats = await bareNats()));
  afterEach(() => nats.stop());

  it("a station writes messages that arrived while it was busy in few transactions, although the hub counted none pending", async () => {
    const { deps: writer } = looseStation();
    for (let n = 0; n < CHANGES; n += 1)
      changeOneRow({ ...writer, now: () => new Date().toISOString() as Instant }, n);
    const connections = [await nats.connect(), await nats.connect()] as const;
    const { deps } = looseStation();
    const slices: number[] = [];
    const onApplied = (): void => {
      slices.push(follower.position.seq);
      // Blocks the thread while the hub stores and sends the other messages one by one.
      if (slices.length === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    };
    const follower = createFollower(
      { ...deps, now: () => new Date().toISOString() as Instant },
      jetstream(connections[0]),
      { boundary: () => () => false, onApplied },
    );
    const running = follower.run();
    const js = jetstream(connections[1]);
    const messages = messagesOf(writer);
    await Promise.all(
      messages.map((message) =>
        js.publish(subjectOf(writer.db.stationID), message.body, { headers: toHeaders(message) }),
      ),
    );
    await until("all messages are applied", () => follower.position.seq === CHANGES);
    expect(deps.db.sql(`SELECT count(*) AS n FROM parcel_templates`).get()).toEqual({ n: CHANGES });
    expect(slices.length).toBeLessThan(CHANGES / 10);
    follower.stop();
    await running;
    await Promise.all(connections.map((connection) => connection.close()));
    deps.db.close();
    writer.db.close();
  });
});
