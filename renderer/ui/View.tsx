/**
 * The frame of a view beside Pack: one heading, which takes the focus when the view opens, and what
 * it is for.
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
 * Takes the focus to its heading when it opens, unless a field or a table of the view has it.
 * @param wide Whether it fills the window, so that its parts scroll by themselves.
 */
export function View({ title, lead, wide = false, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A field or a table of the view that wants the focus has it already.
    const focused = document.activeElement;
    if (
      focused instanceof HTMLInputElement ||
      (focused?.role === "grid" && inner.current?.contains(focused) === true)
    )
      return;
    heading.current?.focus();
  }, []);
  return (
    <div className={styles["view"]}>
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
