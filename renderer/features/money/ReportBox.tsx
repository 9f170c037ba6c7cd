/**
 * Scrollable box of a report: wide tables and large type stay within the view, also by keyboard.
 */
import type { ReactNode } from "react";
import styles from "./Money.module.css";

/** Shows a report in a box that scrolls. @param label Accessible name of the report. */
export function ReportBox({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
    <section className={styles["report"]} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
