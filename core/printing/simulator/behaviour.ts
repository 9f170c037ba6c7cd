/** Behaviour settings of the simulated printer, and its answer to `~HS` in each mode. */
import { z } from "zod";

export const MODES = [
  "ok",
  "paper out",
  "head open",
  "paused",
  "slow",
  "cut off",
  "half",
  "lies",
  "lies empty",
  "silent",
] as const;
export const ENDINGS = ["as asked", "half-close", "close", "keep open"] as const;
export const CONNECTIONS = ["many", "one, others wait", "one, others refused"] as const;

/**
 * Modes:
 *
 * - `paper out`, `head open`, `paused`: reports that state; received labels wait in memory until
 *   the mode is `ok` again.
 * - `slow`: each label takes `slowMs` to print.
 * - `cut off`: drops the connection after `cutAfterBytes` of a label and discards the label.
 * - `half`: the paper ends in the middle of the next label. The upper half is printed, the label is
 *   not repeated, and the printer is out of paper.
 * - `lies`: reports that it is ready and has printed, but discards labels.
 * - `lies empty`: reports that it is ready with an empty memory, while labels wait in it until the
 *   mode is `ok` again.
 * - `silent`: prints, but answers no query.
 *
 * Settings for any mode:
 *
 * - `paperAfterLabels`: the roll ends after this many further labels, even inside a batch; the
 *   printer is out of paper then.
 * - `bytesPerSecond`: speed at which bytes are accepted; null: unlimited.
 * - `ending`: after a label the printer ends its side of the connection but still reads
 *   (`half-close`), or closes the connection (`close`). With `as asked` it ends its side when the
 *   sender does; with `keep open` it does not.
 * - `connections`: with one connection at a time, further connections wait unread until the first
 *   connection is over, or are reset.
 */
export const behaviourSchema = z.strictObject({
  mode: z.enum(MODES),
  slowMs: z.number().int().min(0).max(600_000).default(2_000),
  cutAfterBytes: z.number().int().min(1).max(10_000_000).default(1_000),
  paperAfterLabels: z.number().int().min(1).max(100_000).nullable().default(null),
  bytesPerSecond: z.number().int().min(1).max(100_000_000).nullable().default(null),
  ending: z.enum(ENDINGS).default("as asked"),
  connections: z.enum(CONNECTIONS).default("many"),
});
export type Behaviour = z.infer<typeof behaviourSchema>;
export type BehaviourInput = z.input<typeof behaviourSchema>;

const STOPPED: ReadonlySet<Behaviour["mode"]> = new Set<Behaviour["mode"]>([
  "paper out",
  "head open",
  "paused",
  "lies empty",
]);

/** Returns whether labels are kept in memory instead of being printed. */
export function isStopped({ mode }: Pick<Behaviour, "mode">): boolean {
  return STOPPED.has(mode);
}

/**
 * Returns the behaviour after a label: the roll has one label less; the paper ends with the last
 * label, or with a label that was printed in half.
 */
export function afterLabel(behaviour: Behaviour, isTorn: boolean): Behaviour {
  const left = behaviour.paperAfterLabels === null ? null : behaviour.paperAfterLabels - 1;
  if (isTorn || left === 0) return { ...behaviour, mode: "paper out", paperAfterLabels: null };
  return { ...behaviour, paperAfterLabels: left };
}

/**
 * Writes the answer to `~HS`.
 *
 * @param labels Number of received, unprinted labels, counting each copy.
 */
export function hostStatusAnswer(
  { mode }: Pick<Behaviour, "mode">,
  labels: number,
  isPartial: boolean,
  labelLengthDots: number,
): string {
  const flag = (asked: Behaviour["mode"]): number => Number(mode === asked);
  const isLying = mode === "lies" || mode === "lies empty";
  const waiting = isLying ? 0 : labels;
  const paused = Number(!isLying && isStopped({ mode }));
  const first = `030,${flag("paper out")},${paused},${pad(labelLengthDots, 4)},${pad(Math.min(waiting, 999), 3)},0,0,${Number(isPartial)},000,0,0,0`;
  const second = `000,0,${flag("head open")},0,0,2,6,0,${pad(waiting, 8)},1,000`;
  const third = "1234,0";
  return [first, second, third].map((line) => `\u0002${line}\u0003\r\n`).join("");
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
