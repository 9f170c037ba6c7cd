import { expect, it } from "vitest";
import { connectSimulator } from "../../electron/connect-simulator.ts";

const SIMULATOR = { url: "http://127.0.0.1:1", host: "127.0.0.1", port: 9_100 };
const FAILURE = new Error("sample orders");

async function connect(
  core: () => Promise<{ connectSimulator: () => Promise<void> }>,
  starting: () => Promise<typeof SIMULATOR | null>,
): Promise<{ readonly simulator: unknown; readonly logged: readonly unknown[] }> {
  const logged: unknown[] = [];
  const error = (...words: unknown[]): void => void logged.push(words);
  return { simulator: await connectSimulator(core(), starting(), { error } as never), logged };
}

const running = async () => ({ connectSimulator: () => Promise.resolve() });
const started = async () => SIMULATOR;

it("the simulator is connected once the core runs, and a simulator that cannot start or connect is logged", async () => {
  expect(await connect(running, started)).toEqual({ simulator: SIMULATOR, logged: [] });
  const logged = [[{ err: FAILURE }, "the printer simulator could not be set up"]];
  const refusing = async () => ({ connectSimulator: () => Promise.reject(FAILURE) });
  expect(await connect(refusing, started)).toEqual({ simulator: null, logged });
  expect(await connect(running, () => Promise.reject(FAILURE))).toEqual({
    simulator: null,
    logged,
  });
});

it("a core that does not start, or cannot import its sample orders, is not logged as a failure of the simulator", async () => {
  expect(await connect(() => Promise.reject(FAILURE), started)).toEqual({
    simulator: null,
    logged: [],
  });
});
