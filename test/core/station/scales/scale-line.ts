/** A simulated scale, and the watch of a scale, for tests. */
import { spawnSync } from "node:child_process";
import { expect, onTestFinished } from "vitest";
import { silentLog } from "../../../../core/base/log.ts";
import { nodeProcesses } from "../../../../core/station/scales/node-processes.ts";
import { SCALE_TIMES, type ScaleTimes } from "../../../../core/station/scales/scale-times.ts";
import {
  deviceSchema,
  type Device,
  type DeviceState,
} from "../../../../core/station/scales/scales.schema.ts";
import {
  startScaleSimulator,
  type ScaleSimulator,
  type ScaleSimulatorOptions,
} from "../../../../core/station/scales/simulator/simulator.ts";
import { watchDevice, type WatchedDevice } from "../../../../core/station/scales/watch-device.ts";

/** Whether this machine has the program that makes pseudo terminals. */
export const hasPty = spawnSync("socat", ["-V"]).status === 0;

/** Waits for a value; a process may start slowly on a busy computer. */
export const soon = <T>(read: () => T) => expect.poll(read, { timeout: 30_000 });

/** Short times, for tests that wait for what the product waits for. */
export const QUICK_SCALES: ScaleTimes = {
  ...SCALE_TIMES,
  staleMs: 400,
  stillMs: 60,
  pingMs: 150,
  restartMs: 50,
  reopenMs: 50,
  askMs: 20,
  reconnectMs: 500,
};

/** Starts a simulated scale that ends with the test. */
export async function simulatedScale(
  options: Partial<ScaleSimulatorOptions> = {},
): Promise<ScaleSimulator> {
  const scale = await startScaleSimulator({
    at: { kind: "tcp", port: 0 },
    everyMs: 20,
    ...options,
  });
  onTestFinished(() => scale.stop());
  return scale;
}

/** Returns the settings of a device at the simulator's address. */
export function deviceAt(address: string, settings: Record<string, unknown> = {}): Device {
  const [, port] = /^tcp:\/\/[^:]+:(\d+)$/.exec(address) ?? [];
  return deviceSchema.parse({
    id: "0190a000-0000-7000-8000-000000000001",
    name: "Scale",
    ...(port === undefined
      ? { driver: "serial", serialPort: address }
      : { driver: "tcp", host: "127.0.0.1", port: Number(port) }),
    ...settings,
  });
}

export type Watching = {
  readonly watched: WatchedDevice;
  /** Codes of a scanner. */
  readonly codes: string[];
  /** States in the order in which they came, each with its weight. */
  readonly seen: DeviceState[];
  /** Resolves when the device has this state, with this weight if one is given. */
  until(state: DeviceState["state"], grams?: number): Promise<DeviceState>;
};

/** Watches a device until the end of the test. */
export function watching(device: Device, times: Partial<ScaleTimes> = {}): Watching {
  const seen: DeviceState[] = [];
  const codes: string[] = [];
  const waiting = new Set<() => void>();
  const parts = {
    processes: nodeProcesses(),
    times: { ...QUICK_SCALES, ...times },
    log: silentLog,
    nowMs: () => performance.now(),
  };
  const watched = watchDevice(device, parts, {
    changed() {
      seen.push(watched.state());
      for (const look of waiting) look();
    },
    code: (code) => {
      codes.push(code);
      for (const look of waiting) look();
    },
  });
  onTestFinished(() => watched.stop());
  return {
    watched,
    codes,
    seen,
    until: (state, grams) =>
      new Promise((resolve) => {
        const look = (): void => {
          const now = watched.state();
          if (now.state !== state || (grams !== undefined && now.grams !== grams)) return;
          waiting.delete(look);
          resolve(now);
        };
        waiting.add(look);
        look();
      }),
  };
}
