/**
 * Connects the core's thread with the processes of its devices, which only the main thread can
 * start: `relayDevices` is the main thread's side, `relayedDevices` the core's.
 */
import type { DeviceProcess, DeviceProcesses } from "../core/ports/device-processes.ts";

/** Messages from the core; `id` is a number that the core gives each process. */
export type DeviceOrder =
  | { readonly type: "startDevice"; readonly id: number }
  | { readonly type: "toDevice"; readonly id: number; readonly message: object }
  | { readonly type: "endDevice"; readonly id: number };

/** Messages to the core. */
export type DeviceNews =
  | { readonly type: "fromDevice"; readonly id: number; readonly message: unknown }
  | { readonly type: "deviceEnded"; readonly id: number };

export type DeviceRelay = {
  take(order: DeviceOrder): void;
  /** Ends all processes: the core has ended. */
  stop(): void;
};

/** Carries out the orders of a core. */
export function relayDevices(
  processes: DeviceProcesses,
  tell: (news: DeviceNews) => void,
): DeviceRelay {
  const running = new Map<number, DeviceProcess>();
  return {
    take(order) {
      const { id } = order;
      if (order.type === "toDevice") return running.get(id)?.send(order.message);
      if (order.type === "endDevice") return running.get(id)?.kill();
      const exit = (): void => {
        if (running.delete(id)) tell({ type: "deviceEnded", id });
      };
      const message = (sent: unknown): void => tell({ type: "fromDevice", id, message: sent });
      running.set(id, processes.start({ message, exit }));
    },
    stop() {
      for (const one of running.values()) one.kill();
      running.clear();
    },
  };
}

/** Starts processes by orders to the main thread. */
export function relayedDevices(send: (order: DeviceOrder) => void): {
  readonly processes: DeviceProcesses;
  take(news: DeviceNews): void;
} {
  const running = new Map<number, Parameters<DeviceProcesses["start"]>[0]>();
  let lastID = 0;
  return {
    processes: {
      start(on) {
        const id = ++lastID;
        running.set(id, on);
        send({ type: "startDevice", id });
        return {
          send: (message) => send({ type: "toDevice", id, message }),
          kill: () => send({ type: "endDevice", id }),
        };
      },
    },
    take(news) {
      const on = running.get(news.id);
      if (news.type === "fromDevice") return on?.message(news.message);
      running.delete(news.id);
      on?.exit();
    },
  };
}
