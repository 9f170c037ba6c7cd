/** How the simulated printer behaves, and what it answers to `~HS` then. */
import { z } from "zod";

export const MODES = ["ok", "paper out", "head open", "paused", "slow", "cut off", "lies", "silent"] as const;

/**
 * - `paper out`, `head open`, `paused`: reports that state; labels it receives wait in its memory until it is `ok` again.
 * - `slow`: each label takes `slowMs` to print.
 * - `cut off`: drops the connection after `cutAfterBytes` of a label, and keeps nothing of it.
 * - `lies`: reports that it is ready and has printed, and keeps nothing.
 * - `silent`: prints, and never answers `~HS`.
 */
export const behaviourSchema = z.strictObject({
  mode: z.enum(MODES),
  slowMs: z.number().int().min(0).max(600_000).default(2_000),
  cutAfterBytes: z.number().int().min(1).max(10_000_000).default(1_000),
});
export type Behaviour = z.infer<typeof behaviourSchema>;
export type BehaviourInput = z.input<typeof behaviourSchema>;

/** Whether labels are kept in memory instead of being printed. */
export function isStopped(behaviour: Behaviour): boolean {
  return behaviour.mode === "paper out" || behaviour.mode === "head open" || behaviour.mode === "paused";
}

/** @param labels Received and not yet printed. */
export function hostStatusAnswer(behaviour: Behaviour, labels: number, isPartial: boolean, labelLengthDots: number): string {
  const flag = (mode: Behaviour["mode"]): number => Number(behaviour.mode === mode);
  const isLying = behaviour.mode === "lies";
  const formats = pad(isLying ? 0 : labels, 3);
  const paused = Number(isStopped(behaviour));
  const first = `030,${flag("paper out")},${paused},${pad(labelLengthDots, 4)},${formats},0,0,${Number(isPartial)},000,0,0,0`;
  const second = `000,0,${flag("head open")},0,0,2,6,0,${pad(isLying ? 0 : labels, 8)},1,000`;
  const third = "1234,0";
  return [first, second, third].map((line) => `\u0002${line}\u0003\r\n`).join("");
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
