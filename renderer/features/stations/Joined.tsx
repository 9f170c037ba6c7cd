/**
 * The hub and its stations: this station's state, the other stations, conflicts, invitations,
 * leaving.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { findHubServer, leaveHub } from "../../../core/sync/sync.api.ts";
import type { HubServer, SyncStatus } from "../../../core/sync/sync.schema.ts";
import { call } from "../../lib/bridge.ts";
import { isRevoked } from "../../store/sync.slice.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { Cause } from "./Cause.tsx";
import { Conflicts } from "./Conflicts.tsx";
import { DeskName } from "./DeskName.tsx";
import { HubCause } from "./HubCause.tsx";
import { Invite } from "./Invite.tsx";
import type { Joining } from "./joining.ts";
import { JoinForm } from "./JoinForm.tsx";
import { StationTable } from "./StationTable.tsx";
import styles from "./Stations.module.css";
import { useStations } from "./use-stations.ts";

type Hub = NonNullable<SyncStatus["hub"]>;
type HubProps = { readonly sync: SyncStatus; readonly hub: Hub };
type JoinedProps = HubProps & { readonly joining: Joining };

/**
 * Shows the hub and its stations.
 *
 * @param hub The status of the hub.
 * @param joining Used to join again while this station is cut off.
 */
export function Joined({ sync, hub, joining }: JoinedProps) {
  return (
    <>
      <AlreadyJoined hub={hub} />
      <HubState sync={sync} hub={hub} />
      {sync.state === "cut off" ? <JoinAgain joining={joining} isNeeded={isRevoked(sync)} /> : null}
      {sync.conflicts.length === 0 ? null : <Conflicts sync={sync} />}
      <StationTable sync={sync} hub={hub} />
      <DeskName sync={sync} />
      {hub.mayManage && !hub.isOwnServer ? <Invite sync={sync} /> : null}
      <Leave name={hub.name} />
    </>
  );
}

/**
 * Shows that a join code was scanned although this station has already joined. The scan is
 * forgotten when the section closes.
 */
function AlreadyJoined({ hub: { name } }: Pick<HubProps, "hub">) {
  const { t } = useTranslation();
  const scans = useStations((store) => store.joinedScans);
  const forget = useStations((store) => store.forgetJoinedScans);
  useEffect(() => forget, [forget]);
  if (scans === 0) return null;
  return (
    <p key={scans} role="alert" data-testid="needless-code">
      <Mark tone="attention">{t("stations.hub.needless", { name })}</Mark>
    </p>
  );
}

const TONES = {
  "in step": "ok",
  behind: "info",
  "cut off": "attention",
  alone: "info",
  joining: "info",
} as const satisfies Record<SyncStatus["state"], Tone>;

function HubState({ sync, hub }: HubProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { state, lagMs, waiting } = sync;
  const since = format.duration(lagMs);
  const shown = state === "in step" || state === "behind" ? state : "cut off";
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.hub.title", { name: hub.name })}
      data-testid="hub-state"
      data-state={state}
    >
      <h2>{t("stations.hub.title", { name: hub.name })}</h2>
      <div role="status">
        <Mark tone={TONES[state]} size={24}>
          <span className={styles["state"]}>{t(`stations.hub.state.${shown}`)}</span>
        </Mark>
      </div>
      <p>{t(`stations.hub.means.${isRevoked(sync) ? "shut out" : shown}`, { since })}</p>
      {state === "cut off" ? <Cause sync={sync} /> : null}
      <dl className={styles["facts"]}>
        <dt>{t("stations.hub.waiting")}</dt>
        <dd data-testid="hub-waiting">
          {waiting === 0
            ? t("stations.hub.nothing")
            : t("stations.hub.changes", { count: waiting })}
        </dd>
        <dt>{t("stations.hub.servers")}</dt>
        <dd>{hub.servers.join(", ")}</dd>
      </dl>
      {hub.isHere ? <HubHere /> : null}
    </section>
  );
}

const NOT_READ: Pick<HubServer, "state" | "cause" | "causeReason" | "folder"> = {
  state: "none",
  cause: null,
  causeReason: null,
  folder: null,
};

/**
 * Shows that this computer runs the hub, or why the hub does not run, and the hub's folder, which a
 * person should back up.
 */
function HubHere() {
  const { t } = useTranslation();
  const server = useLoaded(() => call(findHubServer)).value ?? NOT_READ;
  const { state, folder } = server;
  const isDown = state === "failed";
  return (
    <div data-testid="hub-here">
      <Mark tone={isDown ? "stop" : "info"}>
        {t(isDown ? "stations.hub.hereFailed" : "stations.hub.here")}
      </Mark>
      <HubCause server={server} />
      {folder === null ? null : (
        <p className={styles["small"]}>{t("stations.hub.folder", { folder })}</p>
      )}
    </div>
  );
}

/**
 * Lets the station join again. A revoked station, or a station whose hub was set up again, stays
 * cut off until then.
 */
function JoinAgain({
  joining,
  isNeeded,
}: {
  readonly joining: Joining;
  readonly isNeeded: boolean;
}) {
  const { t } = useTranslation();
  return (
    <details data-testid="join-again" open={isNeeded}>
      <summary>{t("stations.hub.again")}</summary>
      <div className={styles["inside"]}>
        <JoinForm joining={joining} />
      </div>
    </details>
  );
}

function Leave({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useStations((store) => store.loadSync);
  const awaitStart = useStations((store) => store.awaitStart);
  const leave = (keepOrganization: boolean): void =>
    void act
      .run(() => call(leaveHub, { body: { keepOrganization } }))
      .then((isDone) => {
        if (isDone) awaitStart();
        return load();
      });
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.leave.title")}
      data-testid="leave"
    >
      <h2>{t("stations.leave.title")}</h2>
      <p>{t("stations.leave.lead")}</p>
      <ActFailure act={act} />
      <div className={styles["buttons"]}>
        <AskTwice
          subject={name}
          words={t("stations.leave.do")}
          confirm={t("stations.leave.now")}
          onConfirm={() => leave(false)}
        />
      </div>
      <p>{t("stations.leave.keepLead")}</p>
      <div className={styles["buttons"]}>
        <AskTwice
          subject={name}
          words={t("stations.leave.keep")}
          confirm={t("stations.leave.keepNow")}
          onConfirm={() => leave(true)}
        />
      </div>
    </section>
  );
}
