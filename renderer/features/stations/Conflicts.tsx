/** Conflicts between stations, each with what a person should do. */
import type { TFunction } from "i18next";
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

/**
 * Lists the conflicts.
 *
 * @param sync The sync status with its conflicts; a conflict ends when its cause is fixed.
 */
export function Conflicts({ sync: { conflicts, stations } }: { readonly sync: SyncStatus }) {
  const { t } = useTranslation();
  const nameOf = (stationID: string): string => {
    const found = stations.find(({ id }) => id === stationID);
    return found === undefined ? stationID : stationName(found, stations);
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
        {conflicts.map((conflict) => (
          <ConflictRow
            key={`${conflict.kind} ${conflict.subjectID}`}
            conflict={conflict}
            nameOf={nameOf}
          />
        ))}
      </ul>
    </section>
  );
}

type ConflictRowProps = {
  readonly conflict: Conflict;
  /** Returns the name of a station. */
  readonly nameOf: (stationID: string) => string;
};

function ConflictRow({ conflict, nameOf }: ConflictRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const open = useStations((store) => store.openShipment);
  const { kind, subjectID, since, number = "", labels, user, station } = conflict;
  return (
    <li>
      <div className={rows["what"]}>
        <b>{subjectOf(t, conflict, nameOf)}</b>
        <span>{t(`stations.conflicts.kinds.${kind}`)}</span>
        {labels === undefined ? null : <Labels labels={labels} />}
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
  );
}

/** Lists the valid label, and what happened to the other labels. */
function Labels({ labels }: { readonly labels: NonNullable<Conflict["labels"]> }) {
  const { t } = useTranslation();
  return (
    <span className={rows["soft"]}>
      {[
        t("stations.conflicts.labels.stays", { barcode: labels.stays }),
        ...labels.others.map(
          ({ state, barcode, carrierName, reason }) =>
            t(`stations.conflicts.labels.${state}`, { barcode, carrier: carrierName }) +
            (reason === "" ? "" : ` ${t("because.E2033.carrier", { words: reason })}`),
        ),
      ].join(" ")}
    </span>
  );
}

function subjectOf(
  t: TFunction,
  { kind, subjectID, number, agreement }: Conflict,
  nameOf: ConflictRowProps["nameOf"],
): string {
  if (isOfShipment(kind)) return t("stations.conflicts.shipment", { number: number ?? "" });
  if (kind === "overdrawn") return t("stations.conflicts.balance");
  if (kind === "note") return t("stations.conflicts.note");
  if (agreement !== undefined) return agreement;
  return kind === "top-up"
    ? t("stations.conflicts.topUp", { reference: subjectID })
    : nameOf(subjectID);
}

function isOfShipment(kind: Conflict["kind"]): boolean {
  return kind === "apart" || kind === "double";
}
