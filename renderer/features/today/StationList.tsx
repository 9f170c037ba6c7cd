/** Each station of the organization: its labels of today, its waiting prints, when it was seen. */
import { useTranslation } from "react-i18next";
import type { StationDay, Today } from "../../../core/fulfilment/today/today.schema.ts";
import { turkishDay } from "../../../core/base/turkish-day.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Today.module.css";

/** Shows the stations; nothing for a station that is alone. */
export function StationList({ day, stations }: Pick<Today, "day" | "stations">) {
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
            <Row key={station.id} station={station} day={day} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  station: { name, isThis, isHere, lastSeen, labels, prints },
  day,
}: {
  readonly station: StationDay;
  readonly day: string;
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
        {isHere ? t("today.stations.now") : <Seen at={lastSeen} day={day} hasPacked={labels > 0} />}
      </td>
    </tr>
  );
}

type SeenProps = {
  readonly at: string | null;
  readonly day: string;
  readonly hasPacked: boolean;
};

/** When a station was last seen; a station that has packed today and is gone has a mark. */
function Seen({ at, day, hasPacked }: SeenProps) {
  const format = useFormat();
  if (at === null) return "–";
  const seenOn = turkishDay(at);
  if (seenOn !== day) return <span className={styles["soft"]}>{format.day(seenOn)}</span>;
  const time = format.clock(Date.parse(at)).slice(0, 5);
  return hasPacked ? (
    <Mark tone="attention" size={16}>
      {time}
    </Mark>
  ) : (
    <span className={styles["soft"]}>{time}</span>
  );
}
