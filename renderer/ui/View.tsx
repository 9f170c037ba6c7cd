/**
 * Frame of an office view: a heading, which takes the focus when the view opens, and the view's
 * purpose. Lists have their own frame (list/ListView.tsx).
 */
import { useEffect, useRef, type ReactNode } from "react";
import styles from "./View.module.css";

type ViewProps = {
  readonly title: string;
  readonly lead?: string;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/**
 * Focuses the heading when the view opens, unless an input field, or a table of the view, already
 * has the focus.
 *
 * @param wide Whether the view fills the window and its parts scroll separately.
 */
export function View({ title, lead, wide = false, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Effects of children run first, so a child that focuses itself already has the focus.
    const focused = document.activeElement;
    if (
      focused instanceof HTMLInputElement ||
      (focused?.role === "grid" && inner.current?.contains(focused) === true)
    )
      return;
    heading.current?.focus();
  }, []);
  return (
    <div className={styles["view"]} data-density="office">
      <div ref={inner} className={wide ? `${styles["inner"]} ${styles["wide"]}` : styles["inner"]}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead === undefined ? null : <p>{lead}</p>}
        </header>
        {children}
      </div>
    </div>
  );
}
