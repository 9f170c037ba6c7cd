/** The present state of one device: its driver's process, its connection, and its weight. */
import type { Log } from "../../base/log.ts";
import type { DeviceProcesses } from "../../ports/device-processes.ts";
import type { FromDevice, LostReason } from "./device-protocol.ts";
import {
  gateState,
  lostGate,
  NEW_GATE,
  readGate,
  takeGate,
  type Gate,
  type GateOptions,
} from "./gate.ts";
import { keepProcess } from "./keep-process.ts";
import type { ScaleTimes } from "./scale-times.ts";
import type { Device, DeviceState } from "./scales.schema.ts";
import { deviceState } from "./state-words.ts";

export type WatchedDevice = {
  readonly device: Device;
  state(): DeviceState;
  /** Takes the weight for a parcel: it counts again after a zero. */
  take(): void;
  stop(): void;
};

export type WatchParts = {
  readonly processes: DeviceProcesses;
  readonly times: ScaleTimes;
  readonly log: Log;
  /** Time on a clock that is never set, ms. */
  readonly nowMs: () => number;
};

type On = {
  /** The state has changed. */
  readonly changed: () => void;
  /** A scanner has read a code. */
  readonly code: (code: string) => void;
};

/** `starting`: the process starts, or the device is being opened. */
type Link = "starting" | "open" | "driverLost" | LostReason;

/** The beginning of a line that the device's settings do not describe. */
type Sample = { readonly text: string; readonly atMs: number };

/** Facts by which a device's state is decided. */
type Known = {
  readonly link: Link;
  readonly gate: Gate;
  readonly sample: Sample | undefined;
  readonly nowMs: number;
};

/** Starts the process of a device, unless a person has switched the device off. */
export function watchDevice(device: Device, parts: WatchParts, on: On): WatchedDevice {
  const { times, log, nowMs } = parts;
  const { staleMs, stillMs } = times;
  const options = { equalReads: device.equalReads, staleMs, stillMs };
  let link: Link = "starting";
  let gate = NEW_GATE;
  let sample: Sample | undefined;
  let published = "";

  const state = (): DeviceState => stateOf(device, { link, gate, sample, nowMs: nowMs() }, options);
  const changed = (): void => {
    const now = JSON.stringify(state());
    if (now === published) return;
    published = now;
    on.changed();
  };
  // The state changes by itself when nothing has come for some time.
  const silence = setTimeout(changed, times.staleMs + 1).unref();
  const follow = (next: Link, cause?: string): void => {
    if (link !== next)
      log.info({ device: device.name, link: next, cause }, "a device's connection changed");
    link = next;
    gate = lostGate(gate, nowMs());
    sample = undefined;
    silence.refresh();
    changed();
  };
  const receive = (message: FromDevice): void => {
    if (message.type === "opened") return follow("open");
    if (message.type === "lost") return follow(message.reason, message.message);
    if (message.type === "code") return on.code(message.code);
    if (message.type === "reading") gate = readGate(gate, message.reading, nowMs());
    else if (message.type === "unreadable") sample = { text: message.sample, atMs: nowMs() };
    else return;
    silence.refresh();
    changed();
  };
  const kept = device.isActive
    ? keepProcess(
        { ...parts, name: device.name },
        {
          ready: (send) => send({ type: "open", device, times }),
          message: receive,
          lost: () => follow("driverLost"),
        },
      )
    : undefined;
  return {
    device,
    state,
    take() {
      gate = takeGate(gate);
      changed();
    },
    stop() {
      clearTimeout(silence);
      kept?.stop();
    },
  };
}

function stateOf(
  { kind, isActive }: Device,
  { link, gate, sample, nowMs }: Known,
  options: GateOptions,
): DeviceState {
  if (!isActive) return deviceState({ state: "off" });
  if (link !== "open") return deviceState({ state: link });
  const isUnreadable = sample !== undefined && nowMs - sample.atMs <= options.staleMs;
  const weight = gateState(gate, nowMs, options);
  if (isUnreadable && (["silent", "starting"].includes(weight.state) || kind === "scanner"))
    return deviceState({ state: "unreadable", sample: sample.text });
  return deviceState(kind === "scanner" ? { state: "ready" } : weight);
}
