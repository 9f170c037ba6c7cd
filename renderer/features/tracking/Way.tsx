/**
 * Route of a parcel: the map, places missing on the map, people's notes, and the recipient's page.
 */
import { useTranslation } from "react-i18next";
import type { ParcelWay } from "../../../core/shipping/board/board.schema.ts";
import { CopyText } from "../../ui/CopyText.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { RouteMap } from "./RouteMap.tsx";
import styles from "./Tracking.module.css";

/** Shows the route. @param way The route as the core returned it. */
export function Way({ way }: { readonly way: ParcelWay }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {way.route.length === 0 ? (
        <p className={styles["soft"]}>{t("tracking.noWay")}</p>
      ) : (
        <RouteMap route={way.route} />
      )}
      {way.unknownPlaces.length === 0 ? null : (
        <p className={styles["soft"]}>
          {t("tracking.unknown", { places: way.unknownPlaces.join(", ") })}
        </p>
      )}
      {way.handled.map(({ at, by, note }) => (
        <p key={at}>
          <time dateTime={at}>{format.instant(at)}</time> {t("tracking.handledBy", { name: by })}
          {note === "" ? null : <span className={styles["soft"]}> {note}</span>}
        </p>
      ))}
      {way.recipientURL === "" ? null : (
        <CopyText label={t("tracking.page")} text={way.recipientURL} />
      )}
    </>
  );
}
