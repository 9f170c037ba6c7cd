/** Empty state of a view, in place of an empty list: a picture, a sentence, and the act that fills it. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./Blank.module.css";

type BlankProps = {
  readonly Icon: LucideIcon;
  readonly title?: string;
  readonly text: string;
  /** The act that fills the list, as a button. */
  readonly act?: ReactNode;
  readonly testID?: string;
};

/** Shows the empty state in the middle of its room, and announces it to screen readers. */
export function Blank({ Icon, title, text, act, testID }: BlankProps) {
  return (
    <div className={styles["blank"]} role="status" data-testid={testID}>
      <Icon size={40} strokeWidth={1.5} aria-hidden="true" />
      {title === undefined ? null : <h2>{title}</h2>}
      <p>{text}</p>
      {act}
    </div>
  );
}
