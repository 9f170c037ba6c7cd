/**
 * Keeps a driver's process running: starts it again when it ends, with growing delays, and ends it
 * when it no longer answers.
 */
import type { Log } from "../../base/log.ts";
import type { DeviceProcess, DeviceProcesses } from "../../ports/device-processes.ts";
import { fromDeviceSchema, type FromDevice, type ToDevice } from "./device-protocol.ts";
import type { ScaleTimes } from "./scale-times.ts";

/** Pings without an answer after which a process counts as hung. */
const MAX_MISSED = 3;
/** Pings without an answer while a process starts: a cold disk may be slow. */
const MAX_MISSED_AT_START = 15;

export type KeptProcess = {
  stop(): void;
};

type Parts = {
  readonly processes: DeviceProcesses;
  readonly times: Pick<ScaleTimes, "pingMs" | "restartMs" | "restartAtMostMs">;
  readonly log: Log;
  /** Name of the device, for the log. */
  readonly name: string;
};

type On = {
  /** The process is ready. */
  readonly ready: (send: (message: ToDevice) => void) => void;
  readonly message: (message: FromDevice) => void;
  /** The process has ended, and is started again later. */
  readonly lost: () => void;
};

/** Starts a process and keeps it running until `stop`. */
export function keepProcess({ processes, times, log, name }: Parts, on: On): KeptProcess {
  let running: DeviceProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** Deaths in a row without a working device between them. */
  let deaths = 0;

  const start = (): void => {
    let missed = 0;
    let isReady = false;
    const beat = setInterval(() => {
      if (++missed <= (isReady ? MAX_MISSED : MAX_MISSED_AT_START)) return child.send(PING);
      log.warn({ device: name }, "the driver of a device does not answer; it is ended");
      clearInterval(beat);
      child.kill();
      end();
    }, times.pingMs).unref();
    const end = (): void => {
      clearInterval(beat);
      if (running !== child) return;
      running = undefined;
      if (isStopped) return;
      const waitMs = Math.min(times.restartAtMostMs, times.restartMs * 2 ** Math.min(deaths++, 10));
      log.warn({ device: name, waitMs }, "the driver of a device has ended; it is started again");
      timer = setTimeout(start, waitMs).unref();
      on.lost();
    };
    const receive = (data: unknown): void => {
      const { success, data: message } = fromDeviceSchema.safeParse(data);
      if (running !== child || !success) return;
      missed = 0;
      if (message.type === "ready") {
        isReady = true;
        on.ready((sent) => child.send(sent));
      } else if (message.type === "reading" || message.type === "code") deaths = 0;
      on.message(message);
    };
    // Assigned before the process can answer: messages come in a later turn of the event loop.
    const child: DeviceProcess = processes.start({ message: receive, exit: end });
    running = child;
  };
  start();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      const last = running;
      running = undefined;
      last?.kill();
    },
  };
}

const PING: ToDevice = { type: "ping" };
