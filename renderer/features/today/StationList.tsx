/** Each station of the organization: its labels of today, its waiting prints, when it was seen. */
import { useTranslation } from "react-i18next";
import type { StationDay } from "../../../core/fulfilment/today/today.schema.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Today.module.css";

/** Shows the stations; nothing for a station that is alone. */
export function StationList({ stations }: { readonly stations: readonly StationDay[] }) {
  const { t } = useTranslation();
  if (stations.length < 2) return null;
  return (
    <section className={styles["section"]} aria-labelledby="today-stations" data-testid="stations">
      <h2 id="today-stations">{t("today.stations.title")}</h2>
      <table className={styles["table"]} aria-labelledby="today-stations">
        <thead>
          <tr>
            <th scope="col">{t("today.stations.station")}</th>
            <th scope="col" data-number>
              {t("today.stations.labels")}
            </th>
            <th scope="col" data-number>
              {t("today.stations.prints")}
            </th>
            <th scope="col" data-number>
              {t("today.stations.seen")}
            </th>
          </tr>
        </thead>
        <tbody>
          {stations.map((station) => (
            <Row key={station.id} station={station} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  station: { name, isThis, isHere, lastSeen, labels, prints },
}: {
  readonly station: StationDay;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <tr>
      <th scope="row">
        {name === "" ? t("today.stations.left") : name}
        {isThis ? <small> {t("today.stations.this")}</small> : null}
      </th>
      <td data-number>
        <b>{format.count(labels)}</b>
      </td>
      <td data-number data-none={prints === 0 || undefined}>
        {prints === null ? (
          "–"
        ) : prints === 0 ? (
          format.count(prints)
        ) : (
          <Mark tone="attention" size={16}>
            {format.count(prints)}
          </Mark>
        )}
      </td>
      <td data-number>
        {isHere ? (
          t("today.stations.now")
        ) : lastSeen === null ? (
          "–"
        ) : (
          <Mark tone="attention" size={16}>
            {format.clock(Date.parse(lastSeen)).slice(0, 5)}
          </Mark>
        )}
      </td>
    </tr>
  );
}
