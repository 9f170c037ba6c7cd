import { expect, it } from "vitest";
import { BridgeError, NO_ANSWER, type CoreState } from "../../../renderer/lib/bridge.ts";
import { useShared } from "../../../renderer/store/shared.ts";
import { unlessStarting } from "../../../renderer/store/unless-starting.ts";

it.each([
  [NO_ANSWER, "starting", false],
  [NO_ANSWER, "stopped", false],
  [NO_ANSWER, "running", true],
  ["E2062", "starting", true],
] as const)(
  "a command that restarts the station and ends with %s while the station is %s fails: %s",
  (code, coreState, fails) => {
    const state = { coreState: coreState as CoreState };
    useShared.bind({ getState: () => state } as never);
    const error = new BridgeError(code, "");
    const settled = Promise.reject(error).catch(unlessStarting);
    return fails ? expect(settled).rejects.toBe(error) : expect(settled).resolves.toBeUndefined();
  },
);
