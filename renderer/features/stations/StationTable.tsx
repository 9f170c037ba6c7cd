/**
 * Every station of the organization as it last reported itself, and the command that revokes a lost
 * station.
 */
import { useTranslation } from "react-i18next";
import { revokeStation } from "../../../core/sync/sync.api.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { call } from "../../lib/bridge.ts";
import { stationName } from "../../lib/station-words.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Stations.module.css";
import { useStations } from "./use-stations.ts";

type StationRow = SyncStatus["stations"][number];

/** A station reports every ten seconds; after three missed reports it counts as away. */
const AWAY_AFTER_MS = 30_000;
/**
 * Clock difference from which the table warns, ms. The changes of a station whose clock is more
 * than five minutes fast wait until their time has come.
 */
const SKEW_MS = 60_000;

/**
 * Shows a row for each station.
 *
 * @param hub The status of the hub: whether this station may revoke other stations.
 */
export function StationTable({
  sync,
  hub: { mayManage, isOwnServer },
}: {
  readonly sync: SyncStatus;
  readonly hub: NonNullable<SyncStatus["hub"]>;
}) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useStations((store) => store.loadSync);
  const revoke = (stationID: string): void =>
    void act.run(() => call(revokeStation, { params: { stationID } })).finally(() => void load());
  // `lastSeen` is by the hub's clock; a wrong clock here must not show others as away.
  const hubNow = Date.now() - (sync.stations.find(({ isThis }) => isThis)?.skewMs ?? 0);
  const lines = sync.stations.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || a.name.localeCompare(b.name),
  );
  return (
    <section className={section["section"]} aria-label={t("stations.table.title")}>
      <h2>{t("stations.table.title")}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it */}
      <div
        className={styles["wide"]}
        role="group"
        aria-label={t("stations.table.title")}
        tabIndex={0}
      >
        <table className={styles["table"]} data-testid="stations">
          <thead>
            <Head mayManage={mayManage} />
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row
                key={line.id}
                line={{ ...line, name: stationName(line, lines) }}
                state={sync.state}
                hubNow={hubNow}
                mayManage={mayManage}
                revoke={() => revoke(line.id)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ActFailure act={act} />
      {isOwnServer ? (
        <p>{t(mayManage ? "stations.table.serverFirst" : "stations.table.serverThere")}</p>
      ) : null}
      {mayManage || isOwnServer ? null : (
        <p>
          {t("stations.table.revokeThere")}{" "}
          <code className={styles["line"]}>
            npm run --silent hub -- --dir DIR revoke {t("stations.table.nameOf")}
          </code>
        </p>
      )}
    </section>
  );
}

function Head({ mayManage }: { readonly mayManage: boolean }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="col">{t("stations.table.name")}</th>
      <th scope="col">{t("stations.table.state")}</th>
      <th scope="col">{t("stations.table.packs")}</th>
      <th scope="col" data-number>
        {t("stations.table.waiting")}
      </th>
      <th scope="col" data-number>
        {t("stations.table.money")}
      </th>
      <th scope="col">{t("stations.table.clock")}</th>
      {mayManage ? (
        <th scope="col">
          <span className="hidden">{t("stations.table.revoke")}</span>
        </th>
      ) : null}
    </tr>
  );
}

type RowProps = {
  readonly line: StationRow;
  readonly state: SyncStatus["state"];
  readonly hubNow: number;
  readonly mayManage: boolean;
  readonly revoke: () => void;
};

function Row({ line, state, hubNow, mayManage, revoke }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const currency = useStations(({ desk }) => (desk.step === "ready" ? desk.facts.currency : ""));
  const { name, packing, waiting, lease, version, skewMs, isThis } = line;
  return (
    <tr data-this={isThis ? true : undefined}>
      <th scope="row">
        {name} {isThis ? <span className={styles["this"]}>{t("stations.table.this")}</span> : null}
        {version === null ? null : <span className={styles["version"]}>Packbench {version}</span>}
      </th>
      <td>
        <Presence line={line} state={state} hubNow={hubNow} />
      </td>
      <td>
        {packing === null ? (
          "–"
        ) : (
          <>
            <b>{packing.order === "" ? packing.number : packing.order}</b>
            {packing.member === "" ? null : (
              <span className={styles["version"]}>{packing.member}</span>
            )}
          </>
        )}
      </td>
      <td data-number>{waiting === null ? "–" : format.count(waiting)}</td>
      <td data-number>{lease === null ? "–" : format.money(lease, currency)}</td>
      <td>
        {Math.abs(skewMs) < SKEW_MS ? (
          t("stations.table.clockRight")
        ) : (
          <Mark tone="attention">
            {t(skewMs > 0 ? "stations.table.clockFast" : "stations.table.clockSlow", {
              by: format.duration(Math.abs(skewMs)),
            })}
          </Mark>
        )}
      </td>
      {mayManage ? (
        <td>
          {isThis ? null : (
            <div className={styles["buttons"]}>
              <AskTwice
                subject={name}
                words={t("stations.table.revoke")}
                confirm={t("stations.table.revokeNow")}
                onConfirm={revoke}
              />
            </div>
          )}
        </td>
      ) : null}
    </tr>
  );
}

/** Presence of a station as known here; outdated while this station is cut off. */
function Presence({
  line: { isThis, lastSeen },
  state,
  hubNow,
}: Pick<RowProps, "line" | "state" | "hubNow">) {
  const { t } = useTranslation();
  const format = useFormat();
  if (isThis)
    return (
      <Mark tone={state === "cut off" ? "attention" : "ok"}>
        {t(state === "cut off" ? "stations.table.cutOff" : "stations.table.here")}
      </Mark>
    );
  if (lastSeen === null) return "–";
  const isHere = state !== "cut off" && hubNow - Date.parse(lastSeen) < AWAY_AFTER_MS;
  if (isHere) return <Mark tone="ok">{t("stations.table.here")}</Mark>;
  return (
    <>
      {state === "cut off" ? null : <Mark tone="attention">{t("stations.table.away")}</Mark>}
      <span className={styles["version"]}>
        {t("stations.table.seen", { when: format.instant(lastSeen) })}
      </span>
    </>
  );
}
