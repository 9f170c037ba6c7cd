/**
 * A scale without a load cell, for tests and practice: it speaks at a network port or a pseudo
 * terminal, in each format and in each mood of a real scale.
 */
import { openPort, type At, type OpenPort } from "./ports.ts";
import type { FormatName } from "../scales.schema.ts";
import { frameOf, type Shown } from "./frames.ts";

/**
 * `stuck`: shows the weight of the moment when it became stuck, whatever is put on it. `silent`:
 * sends nothing. `unplugged`: its port is gone. `garbage`: sends noise.
 */
export const MOODS = [
  "steady",
  "wobbling",
  "negative",
  "overloaded",
  "pounds",
  "stuck",
  "silent",
  "unplugged",
  "garbage",
] as const;
export type Mood = (typeof MOODS)[number];

export type ScaleSimulatorOptions = {
  readonly at: At;
  readonly format?: FormatName;
  /** Interval between two weights of a scale that sends by itself, ms. */
  readonly everyMs?: number;
  /** Random numbers from 0 to 1. */
  readonly random?: () => number;
};

export type ScaleSimulator = {
  /** "tcp://127.0.0.1:4001" or "/dev/pts/3"; another one after the scale was unplugged. */
  address(): string;
  /** Puts a weight on the scale; 0 empties it. */
  put(grams: number): void;
  /** Resolves when the port is closed or open as the mood requires. */
  setMood(mood: Mood): Promise<void>;
  stop(): Promise<void>;
};

/** Weight of an empty scale in the mood `negative`, grams. */
const BELOW_ZERO = -40;
const NOISE_BYTES = 64;

/**
 * Starts a simulator.
 *
 * @throws Error when its port is taken, or there is no socat for a pseudo terminal.
 */
export async function startScaleSimulator({
  at,
  format = "st",
  everyMs = 100,
  random = Math.random,
}: ScaleSimulatorOptions): Promise<ScaleSimulator> {
  let grams = 0;
  let mood: Mood = "steady";
  let stuckAt = 0;
  const isAsked = format === "sics";
  const speak = (): void => {
    if (mood === "silent" || mood === "unplugged") return;
    if (mood === "garbage") return port?.write(noise(random));
    port?.write(Buffer.from(frameOf(format, shownIn(mood, { grams, stuckAt, random })), "latin1"));
  };
  const open = (): Promise<OpenPort> => openPort(at, () => isAsked && speak());
  let port: OpenPort | undefined = await open();
  const timer = setInterval(() => isAsked || speak(), everyMs).unref();
  return {
    address: () => port?.address ?? "",
    put(on) {
      grams = on;
    },
    async setMood(next) {
      mood = next;
      if (next === "stuck") stuckAt = grams;
      if (next !== "unplugged") port ??= await open();
      else {
        await port?.close();
        port = undefined;
      }
    },
    async stop() {
      clearInterval(timer);
      await port?.close();
    },
  };
}

type On = { readonly grams: number; readonly stuckAt: number; readonly random: () => number };

/** Returns what the scale shows. */
function shownIn(mood: Mood, { grams, stuckAt, random }: On): Shown {
  const steady: Shown = { grams, state: "stable", unit: "kg" };
  if (mood === "wobbling")
    return { ...steady, grams: grams + Math.round((random() - 0.5) * 40), state: "moving" };
  if (mood === "negative") return { ...steady, grams: BELOW_ZERO };
  if (mood === "overloaded") return { ...steady, state: "overloaded" };
  if (mood === "pounds") return { ...steady, unit: "lb" };
  return mood === "stuck" ? { ...steady, grams: stuckAt } : steady;
}

function noise(random: () => number): Buffer {
  return Buffer.from(Array.from({ length: NOISE_BYTES }, () => Math.floor(random() * 256)));
}
