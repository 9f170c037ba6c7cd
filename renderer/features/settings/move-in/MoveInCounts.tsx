/** Counts of the last round of a move by kind, and why rows were left out. */
import { useTranslation } from "react-i18next";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { useFormat } from "../../../ui/use-format.ts";
import styles from "./MoveIn.module.css";

/** Shows the table. @returns null before the first row was read. */
export function MoveInCounts({ counts }: Pick<MoveIn, "counts">) {
  const { t } = useTranslation();
  const format = useFormat();
  if (counts.length === 0) return null;
  return (
    <div className={styles["wide"]} tabIndex={0} role="region" aria-label={t("moveIn.counts")}>
      <table className={styles["table"]} data-testid="move-in-counts">
        <thead>
          <tr>
            <th scope="col">{t("moveIn.kind")}</th>
            <th scope="col">{t("moveIn.columns.read")}</th>
            <th scope="col">{t("moveIn.columns.taken")}</th>
            <th scope="col">{t("moveIn.columns.changed")}</th>
            <th scope="col">{t("moveIn.columns.alike")}</th>
            <th scope="col">{t("moveIn.columns.leftOut")}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ kind, read, taken, changed, alike, leftOut }) => (
            <tr key={kind}>
              <th scope="row">{t(`moveIn.kinds.${kind}`)}</th>
              {[read, taken, changed, alike].map((n, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns are fixed
                <td key={at}>{format.count(n)}</td>
              ))}
              <td>
                {leftOut.length === 0 ? "0" : null}
                {leftOut.map(({ reason, n }) => (
                  <div key={reason}>{t(`moveIn.leftOut.${reason}`, { n })}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
