import { expect, it } from "vitest";
import { caughtUp, type Machine } from "../../../core/sync/connection-states.ts";

it("a station asks again what the hub has stored when the hub did not answer the first time", async () => {
  let asked = 0;
  const info = (): Promise<unknown> => {
    asked += 1;
    return asked === 1
      ? Promise.reject(new Error("timeout"))
      : Promise.resolve({ state: { last_seq: 7 } });
  };
  const state = {
    name: "follow",
    resources: { manager: { streams: { info } } },
    follower: { position: { seq: 7 } },
  };
  await caughtUp({ state } as unknown as Machine, AbortSignal.timeout(5_000));
  expect(asked).toBe(2);
});
