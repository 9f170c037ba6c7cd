/**
 * Printers of other stations that this station may use. Read-only: each printer is configured at
 * its own station.
 */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { SharedPrinter } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { stationName } from "../../lib/station-words.ts";
import { isJoined } from "../../store/sync.slice.ts";
import { Mark } from "../../ui/Mark.tsx";
import { PrinterMark } from "../../ui/PrinterMark.tsx";
import { useEvery } from "../../ui/use-every.ts";
import section from "../../ui/Section.module.css";
import styles from "./Printers.module.css";
import { usePrinters } from "./use-printers.ts";

const EVERY_MS = 3_000;
const NONE: SyncStatus["stations"] = [];

/** Shows nothing for a station that works alone. */
export function SharedPrinters() {
  const { t } = useTranslation();
  const joined = usePrinters(isJoined);
  const list = usePrinters((store) => store.sharedPrinters);
  const load = usePrinters((store) => store.loadSharedPrinters);
  useEvery(
    EVERY_MS,
    useCallback(() => (joined ? load() : undefined), [joined, load]),
  );
  if (!joined || list === null) return null;
  return (
    <section
      className={`${section["section"]} ${styles["wide"]}`}
      aria-label={t("printers.shared.title")}
      data-testid="shared-printers"
    >
      <h2>{t("printers.shared.title")}</h2>
      <p>{t(list.length === 0 ? "printers.shared.none" : "printers.shared.lead")}</p>
      {list.length === 0 ? null : (
        <ul className={styles["list"]}>
          {list.map((printer) => (
            <Row key={printer.id} printer={printer} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ printer }: { readonly printer: SharedPrinter }) {
  const { t } = useTranslation();
  const stations = usePrinters(({ sync }) => sync?.stations ?? NONE);
  const {
    name,
    stationID,
    stationName: station,
    language,
    media,
    dpi,
    state,
    isReachable,
  } = printer;
  return (
    <li className={styles["printer"]} data-testid="shared-printer">
      <div className={styles["what"]}>
        <h3 className={styles["name"]}>
          {t("printers.shared.named", {
            printer: name,
            station: stationName({ id: stationID, name: station }, stations),
          })}
        </h3>
        <p>
          {language} · {media.widthMm} × {media.heightMm} mm · {dpi} dpi
        </p>
        <p className={styles["state"]}>
          {isReachable ? (
            <PrinterMark state={state} />
          ) : (
            <Mark tone="attention">{t("printers.shared.away")}</Mark>
          )}
        </p>
      </div>
    </li>
  );
}
