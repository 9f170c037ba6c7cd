/**
 * Frame of a view that is a list: one line with the title, the count, the search, the filters and
 * the rare commands; below it the list, and beside the list the panel of the row in hand.
 */
import type { ReactNode } from "react";
import styles from "./ListView.module.css";

type ListViewProps = {
  readonly title: string;
  /** Number of rows, in words for screen readers; announced when it changes. */
  readonly count?: ReactNode;
  /** Search field, filters and the menu of rare commands, in this order. */
  readonly tools: ReactNode;
  /** Questions, results and failures above the list. */
  readonly notices?: ReactNode;
  /** The panel of the row in hand. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
};

/** Shows the frame. The table takes the focus, not the heading. */
export function ListView({ title, count, tools, notices, panel, children }: ListViewProps) {
  return (
    <div className={styles["view"]} data-density="office">
      <header className={styles["bar"]}>
        <h1 tabIndex={-1}>{title}</h1>
        {count}
        {tools}
      </header>
      {notices}
      <div className={styles["work"]}>
        <div className={styles["list"]}>{children}</div>
        {panel}
      </div>
    </div>
  );
}
