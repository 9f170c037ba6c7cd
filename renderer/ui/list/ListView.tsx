/**
 * Frame of a list, or of the page of one of its rows: one line with the title, the count, the
 * search, the filters and the rare commands; below it the list, and next to the list the panel of
 * the row in hand.
 */
import type { ReactNode } from "react";
import { useHeadingFocus } from "../use-heading-focus.ts";
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
  readonly testID?: string;
  readonly children: ReactNode;
};

/** Shows the frame. The heading takes the focus unless the table does. */
export function ListView({ title, count, tools, notices, panel, testID, children }: ListViewProps) {
  const { heading, view } = useHeadingFocus();
  return (
    <div ref={view} className={styles["view"]} data-density="office" data-testid={testID}>
      <header className={styles["bar"]} data-list-tools="">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
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
