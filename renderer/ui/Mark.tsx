/** Shows a state by colour, icon and word, so that it can be read without seeing colours. */
import { CircleCheck, CircleHelp, Info, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Mark.module.css";

export type Tone = "ok" | "attention" | "stop" | "info" | "ask";

const SHAPES = {
  ok: CircleCheck,
  attention: TriangleAlert,
  stop: OctagonX,
  info: Info,
  ask: CircleHelp,
} as const;

type MarkProps = { readonly tone: Tone; readonly children?: ReactNode; readonly size?: number };

/** Shows a state. @param size Size of the icon, CSS pixels. */
export function Mark({ tone, children, size = 18 }: MarkProps) {
  const Shape = SHAPES[tone];
  return (
    <span className={`${styles["mark"]} ${styles[tone]}`}>
      <Shape size={size} strokeWidth={2.25} aria-hidden="true" />
      {children}
    </span>
  );
}
