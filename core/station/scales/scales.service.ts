/**
 * The scales and serial scanners of this desk: which are set up, what they show, and which weight
 * counts.
 */
import { errors } from "../../base/errors.ts";
import type { StationDeps } from "../deps.ts";
import { addDevice, changeDevice, getDevice, listDevices, removeDevice } from "./devices.ts";
import { findDevices } from "./find-devices.ts";
import type {
  CreateDevice,
  Device,
  DeviceState,
  FoundDevice,
  LiveDevice,
  UpdateDevice,
} from "./scales.schema.ts";
import { deviceState } from "./state-words.ts";
import { watchDevice, type WatchedDevice, type WatchParts } from "./watch-device.ts";

/** Most codes that wait for the window; older ones are dropped. */
const MOST_CODES = 20;

export type Scales = {
  /** Starts the drivers of all devices that are switched on. */
  start(): void;
  /** Ends all drivers. */
  stop(): void;
  list(): readonly LiveDevice[];
  /** @throws AppError E2220 */
  get(id: string): LiveDevice;
  /** @throws AppError E1085, E2222 */
  add(input: CreateDevice): LiveDevice;
  /** @throws AppError E1085, E2220, E2222 */
  change(id: string, change: UpdateDevice): LiveDevice;
  /** @throws AppError E2220 */
  remove(id: string): Device;
  /** Lists the devices of this computer that can be set up. */
  find(): Promise<{ readonly list: FoundDevice[]; readonly isSearched: boolean }>;
  /**
   * Returns the weight of a scale.
   *
   * @throws AppError E2220; E2221 when the weight does not count, with the reason.
   */
  weigh(id: string): { readonly grams: number };
  /**
   * Takes the weight of a scale for a parcel. The next weight counts after a zero.
   *
   * @param grams The weight that was read; absent: whatever the scale shows.
   * @throws AppError E2220; E2221 when this weight does not count any more.
   */
  take(id: string, grams?: number): LiveDevice;
  /**
   * Ends the parcel at this desk: each scale that is not at zero needs a zero before its next
   * weight. The parcel may lie on any of them, also one that moves or is lost. Called after a purchase,
   * and when another person signs in.
   */
  endParcel(): void;
  /** Returns the codes that scanners have read since the last call, oldest first. */
  takeCodes(): string[];
  /** Calls `listen` when the state of a device has changed. @returns Function that stops it. */
  follow(listen: (id: string) => void): () => void;
};

type Parts = WatchParts & {
  /** The state of a device has changed. */
  readonly onChanged: (id: string) => void;
  /** A scanner has read a code. */
  readonly onCode: () => void;
};

/** Creates the desk's scales; `start` starts their drivers. */
export function createScales(deps: Pick<StationDeps, "settings" | "newId">, parts: Parts): Scales {
  const listeners = new Set<(id: string) => void>();
  const codes = waitingCodes(parts);
  const changed = (id: string): void => {
    parts.onChanged(id);
    for (const listen of listeners) listen(id);
  };
  const drivers = createDrivers(parts, { changed, code: codes.add });
  const live = (device: Device): LiveDevice => ({ device, now: drivers.stateOf(device) });
  const get = (id: string): LiveDevice => live(getDevice(deps, id));
  const weigh = (id: string): { readonly grams: number } => {
    const { device, now } = get(id);
    if (device.kind !== "scale") throw errors.scaleNotFound();
    if (now.state !== "ready" || now.grams === null) throw notReady(now);
    return { grams: now.grams };
  };
  const store = (device: Device): LiveDevice => {
    drivers.run(device);
    changed(device.id);
    return live(device);
  };
  return {
    start: () => drivers.start(listDevices(deps)),
    stop: drivers.stop,
    list: () => listDevices(deps).map(live),
    get,
    add: (input) => store(addDevice(deps, input)),
    change: (id, change) => store(changeDevice(deps, id, change)),
    remove(id) {
      const removed = removeDevice(deps, id);
      drivers.end(id);
      changed(id);
      return removed;
    },
    find: () => findDevices(parts, listDevices(deps)),
    weigh,
    take(id, grams) {
      if (getDevice(deps, id).kind !== "scale") throw errors.scaleNotFound();
      if (grams !== undefined && weigh(id).grams !== grams)
        throw errors.weightNotReady("The weight has changed since it was read. Read it again.", {
          state: "ready",
        });
      drivers.take(id);
      return get(id);
    },
    endParcel() {
      for (const { id } of listDevices(deps)) drivers.take(id);
    },
    takeCodes: codes.take,
    follow(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

type Drivers = {
  /** Runs the drivers of these devices, and from now on those of `run`. */
  start(devices: readonly Device[]): void;
  stop(): void;
  /** Starts the driver of a device, or starts it again with other settings. */
  run(device: Device): void;
  end(id: string): void;
  stateOf(device: Device): DeviceState;
  take(id: string): void;
};

function createDrivers(
  parts: WatchParts,
  on: { changed(id: string): void; code(code: string): void },
): Drivers {
  const watched = new Map<string, WatchedDevice>();
  let isRunning = false;
  const end = (id: string): void => {
    watched.get(id)?.stop();
    watched.delete(id);
  };
  const run = (device: Device): void => {
    if (!isRunning) return;
    end(device.id);
    const changed = (): void => on.changed(device.id);
    watched.set(device.id, watchDevice(device, parts, { changed, code: on.code }));
  };
  return {
    start(devices) {
      isRunning = true;
      for (const device of devices) run(device);
    },
    stop() {
      isRunning = false;
      for (const id of watched.keys()) end(id);
    },
    run,
    end,
    stateOf: ({ id }) => watched.get(id)?.state() ?? deviceState({ state: "off" }),
    take: (id) => watched.get(id)?.take(),
  };
}

function notReady({ state, message }: DeviceState): Error {
  return errors.weightNotReady(message ?? "The scale is being opened. Try again in a moment.", {
    state,
  });
}

/** Codes that wait until the window takes them, for a few seconds. */
function waitingCodes({ times, nowMs, onCode }: Pick<Parts, "times" | "nowMs" | "onCode">): {
  add(code: string): void;
  take(): string[];
} {
  let waiting: { readonly code: string; readonly atMs: number }[] = [];
  return {
    add(code) {
      waiting = [...waiting, { code, atMs: nowMs() }].slice(-MOST_CODES);
      onCode();
    },
    take() {
      const taken = waiting.filter(({ atMs }) => nowMs() - atMs <= times.codeMs);
      waiting = [];
      return taken.map(({ code }) => code);
    },
  };
}
