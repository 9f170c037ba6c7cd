/**
 * Frame of an office view: a heading, which takes the focus when the view opens, and the view's
 * purpose. Lists have their own frame (list/ListView.tsx).
 */
import type { ReactNode } from "react";
import { useHeadingFocus } from "./use-heading-focus.ts";
import styles from "./View.module.css";

type ViewProps = {
  readonly title: string;
  readonly lead?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** Shows the frame. @param wide Whether the view fills the window and its parts scroll separately. */
export function View({ title, lead, wide = false, children }: ViewProps) {
  const { heading, view } = useHeadingFocus();
  return (
    <div ref={view} className={styles["view"]} data-density="office">
      <header className={styles["bar"]}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead === undefined ? null : <p>{lead}</p>}
      </header>
      <div className={wide ? `${styles["inner"]} ${styles["wide"]}` : styles["inner"]}>
        {children}
      </div>
    </div>
  );
}
