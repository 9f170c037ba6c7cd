/** Draws a QR code. Black on white in every theme, as cameras expect. */
import type { QrCode } from "../../../core/labels/preview.schema.ts";
import styles from "./Stations.module.css";

/** Width of the white margin in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Draws the code as a picture. @param label Text for screen readers. */
export function QrPicture({
  qr: { columns, cells },
  label,
}: {
  readonly qr: QrCode;
  readonly label: string;
}) {
  const side = columns + 2 * QUIET;
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-testid="qr"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={darkModules(columns, cells)} fill="#000" />
    </svg>
  );
}

/** Returns a path with one rectangle for each run of dark modules in a row. */
function darkModules(columns: number, cells: string): string {
  return Array.from({ length: cells.length / columns }, (_, row) =>
    [...cells.slice(row * columns, (row + 1) * columns).matchAll(/1+/g)]
      .map((run) => `M${QUIET + run.index} ${QUIET + row}h${run[0].length}v1h-${run[0].length}z`)
      .join(""),
  ).join("");
}
