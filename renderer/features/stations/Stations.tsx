/**
 * Section of stations: a station that works alone can join other stations; a joined station lists
 * the organization's stations.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { unlessStarting } from "../../store/unless-starting.ts";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useEvery } from "../../ui/use-every.ts";
import { Alone } from "./Alone.tsx";
import { Joined } from "./Joined.tsx";
import { BLANK_SERVER, type Joining } from "./joining.ts";
import styles from "./Stations.module.css";
import { useStations } from "./use-stations.ts";

/** Polling interval of the open section, ms; the status bar polls less often. */
const EVERY_MS = 1_000;

/**
 * Shows how to join, the progress of joining, or the joined stations. The state of an attempt to
 * join is kept here, so that a failure can be shown after the progress.
 */
export function Stations() {
  const { t } = useTranslation();
  const sync = useStations((store) => store.sync);
  const isStartingAgain = useStations((store) => store.isStartingAgain);
  useEvery(
    EVERY_MS,
    useStations((store) => store.loadSync),
  );
  const joining = useJoining();
  const isOnTheWay = isStartingAgain || sync?.state === "joining";
  // The focused element may disappear with the content; the view's heading then gets the focus.
  useEffect(() => focusHeadingIfLost(null), [isOnTheWay, sync?.hub === null]);
  if (sync === null) return <p>{t("app.loading")}</p>;
  if (isOnTheWay) return <OnTheWay progress={sync.progress} isStartingAgain={isStartingAgain} />;
  return (
    <div className={`${section["sections"]} ${styles["parts"]}`}>
      {sync.hub === null ? (
        <Alone sync={sync} joining={joining} />
      ) : (
        <Joined sync={sync} hub={sync.hub} joining={joining} />
      )}
    </div>
  );
}

function useJoining(): Joining {
  const act = useAct();
  const [by, setBy] = useState<Joining["by"]>(null);
  const [server, setServer] = useState(BLANK_SERVER);
  const load = useStations((store) => store.loadSync);
  const awaitStart = useStations((store) => store.awaitStart);
  return {
    act,
    by,
    server,
    setServer,
    forget: () => setBy(null),
    async join(way, ask) {
      setBy(way);
      if (await act.run(() => ask().catch(unlessStarting))) awaitStart();
      await load();
    },
  };
}

type OnTheWayProps = {
  readonly progress: SyncStatus["progress"];
  readonly isStartingAgain: boolean;
};

/** Progress of receiving the organization's data, and what comes next. */
function OnTheWay({ progress, isStartingAgain }: OnTheWayProps) {
  const { t } = useTranslation();
  const share = Math.round((progress ?? 0) * 100);
  return (
    <section
      className={section["section"]}
      aria-label={t("stations.joining.title")}
      data-testid="joining"
    >
      <h2>{t("stations.joining.title")}</h2>
      {isStartingAgain ? (
        <>
          <progress aria-label={t("stations.joining.title")} />
          <p role="status">{t("stations.joining.starts")}</p>
        </>
      ) : (
        <>
          <progress
            aria-label={t("stations.joining.title")}
            {...(share === 0 ? {} : { value: share, max: 100 })}
          />
          <p role="status">
            {share === 0 ? t("stations.joining.asks") : t("stations.joining.share", { share })}
          </p>
          <p>{t("stations.joining.next")}</p>
        </>
      )}
    </section>
  );
}
