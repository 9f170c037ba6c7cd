/** A block with a result, a question or a failure, in the colour and icon of its tone. */
import type { ReactNode } from "react";
import { uncover } from "../lib/focus.ts";
import { Mark, type Tone } from "./Mark.tsx";
import styles from "./Panel.module.css";
import tones from "./Tone.module.css";

type PanelProps = {
  readonly tone: Tone;
  readonly title: string;
  readonly children: ReactNode;
  readonly commands?: ReactNode;
  /** Read out at once; for failures and questions. */
  readonly alert?: boolean;
  /** Whether the background has the tone's colour. */
  readonly urgent?: boolean;
  readonly testID?: string;
};

/**
 * Shows the block.
 *
 * @param urgent By default true for tones that stop the work or ask.
 * @param alert Whether screen readers read it out at once.
 * @param commands Buttons below the panel's text; by default none.
 */
export function Panel({
  tone,
  title,
  children,
  commands,
  alert = false,
  urgent = tone === "stop" || tone === "ask",
  testID,
}: PanelProps) {
  return (
    <section
      className={`${styles["panel"]} ${tones[tone]} ${urgent ? "" : styles["quiet"]}`}
      role={alert ? "alert" : "region"}
      aria-label={title}
      data-density={urgent ? "desk" : undefined}
      data-testid={testID}
      onFocus={({ currentTarget, target }) => uncover(currentTarget, target)}
    >
      <h2 className={styles["title"]}>
        <Mark tone={tone} size={28}>
          {title}
        </Mark>
      </h2>
      <div className={styles["body"]}>{children}</div>
      {commands === undefined ? null : (
        <div className={styles["commands"]} data-stays="">
          {commands}
        </div>
      )}
    </section>
  );
}
