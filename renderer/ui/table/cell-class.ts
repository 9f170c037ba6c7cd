/** CSS classes of a cell and of its column's head. */
import styles from "./BigTable.module.css";

/** Returns the class names of a cell, separated by spaces. */
export function cellClass({
  grows,
  numeric,
}: {
  readonly grows?: boolean;
  readonly numeric?: boolean;
}): string {
  return [
    styles["cell"],
    grows === true ? styles["grow"] : "",
    numeric === true ? styles["numeric"] : "",
  ]
    .filter(Boolean)
    .join(" ");
}
