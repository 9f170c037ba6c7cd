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
  /** Search field, filters and commands. */
  readonly tools: ReactNode;
  /** The menu of rare commands, always at the end of the first line. */
  readonly menu?: ReactNode;
  /** Questions, results and failures above the list. */
  readonly notices?: ReactNode;
  /** The panel of the row in hand. */
  readonly panel?: ReactNode;
  readonly testID?: string;
  readonly children: ReactNode;
};

/** Shows the frame. The heading takes the focus unless the table does. */
export function ListView(props: ListViewProps) {
  const { title, count, tools, menu, notices, panel, testID, children } = props;
  const { heading, view } = useHeadingFocus();
  return (
    <div ref={view} className={styles["view"]} data-density="office" data-testid={testID}>
      <header className={styles["bar"]} data-list-tools="">
        <div className={styles["tools"]}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {count}
          {tools}
        </div>
        {menu}
      </header>
      {notices}
      <div className={styles["work"]}>
        <div className={styles["list"]}>{children}</div>
        {panel}
      </div>
    </div>
  );
}
