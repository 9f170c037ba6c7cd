/** What of several stations' work needs a person, each with what to do. */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { stationName } from "../../lib/station-words.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useFormat } from "../../ui/use-format.ts";
import { useStations } from "./use-stations.ts";

type Conflict = SyncStatus["conflicts"][number];

/** @param sync Its conflicts; they end when what caused them is mended. */
export function Conflicts({ sync: { conflicts, stations } }: { readonly sync: SyncStatus }) {
  const { t } = useTranslation();
  const format = useFormat();
  const open = useStations((store) => store.openShipment);
  const nameOf = (stationID: string): string => {
    const found = stations.find(({ id }) => id === stationID);
    return found === undefined ? stationID : stationName(found, stations);
  };
  const subject = (kind: Conflict["kind"], id: string, number: number | string): string => {
    if (isOfShipment(kind)) return t("stations.conflicts.shipment", { number });
    if (kind === "overdrawn") return t("stations.conflicts.balance");
    if (kind === "note") return t("stations.conflicts.note");
    return kind === "top-up" ? t("stations.conflicts.topUp", { reference: id }) : nameOf(id);
  };
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.conflicts.title")}
      data-testid="conflicts"
    >
      <h2>
        <Mark tone="attention">{t("stations.conflicts.title")}</Mark>
      </h2>
      <ul className={rows["rows"]}>
        {conflicts.map(({ kind, subjectID, since, number = "", labels, user, station }) => (
          <li key={`${kind} ${subjectID}`}>
            <div className={rows["what"]}>
              <b>{subject(kind, subjectID, number)}</b>
              <span>{t(`stations.conflicts.kinds.${kind}`)}</span>
              {labels === undefined ? null : (
                <span className={rows["soft"]}>
                  {[
                    t("stations.conflicts.labels.stays", { barcode: labels.stays }),
                    ...labels.others.map(
                      ({ state, barcode, carrierName, reason }) =>
                        t(`stations.conflicts.labels.${state}`, { barcode, carrier: carrierName }) +
                        (reason === "" ? "" : ` (${reason})`),
                    ),
                  ].join(" ")}
                </span>
              )}
              {user === undefined ? null : (
                <span className={rows["soft"]}>{t("stations.conflicts.user", { user })}</span>
              )}
              {station === undefined ? null : (
                <span className={rows["soft"]}>
                  {t("stations.conflicts.writer", { name: nameOf(station) })}
                </span>
              )}
              {kind === "note" ? <span className={rows["soft"]}>{subjectID}</span> : null}
              <span className={rows["soft"]}>
                {t("stations.conflicts.since", { when: format.instant(since) })}
              </span>
            </div>
            {isOfShipment(kind) ? (
              <Button
                small
                label={`${t("stations.conflicts.open")}: ${number}`}
                onPress={() => open(subjectID)}
              >
                {t("stations.conflicts.open")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isOfShipment(kind: Conflict["kind"]): boolean {
  return kind === "apart" || kind === "double";
}
