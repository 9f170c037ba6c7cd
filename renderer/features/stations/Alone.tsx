/**
 * The Stations view of a station that works alone: what joining changes, and three ways to join.
 */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { BeHub } from "./BeHub.tsx";
import { Cause } from "./Cause.tsx";
import { DeskName } from "./DeskName.tsx";
import type { Joining } from "./joining.ts";
import { JoinForm } from "./JoinForm.tsx";
import { OwnServer } from "./OwnServer.tsx";
import styles from "./Stations.module.css";

type AloneProps = { readonly sync: SyncStatus; readonly joining: Joining };

/**
 * Shows the three ways: joining with a code (as most stations do), becoming the hub, and joining an
 * organization's own server.
 */
export function Alone({ sync, joining }: AloneProps) {
  const { t } = useTranslation();
  return (
    <>
      <section
        className={section["section"]}
        aria-label={t("stations.title")}
        data-testid="stations-alone"
      >
        <h2>{t("stations.title")}</h2>
        <p>{t("stations.alone.lead")}</p>
        {sync.cause === null ? null : (
          <div role="alert">
            <Mark tone="attention">{t("stations.alone.notGoneOn")}</Mark>
            <Cause sync={sync} />
          </div>
        )}
        <JoinForm joining={joining} />
        <dl className={styles["along"]}>
          <dt>{t("stations.alone.comes")}</dt>
          <dd>{t("stations.alone.comesWhat")}</dd>
          <dt>{t("stations.alone.stays")}</dt>
          <dd>{t("stations.alone.staysWhat")}</dd>
        </dl>
      </section>
      <DeskName sync={sync} />
      <BeHub joining={joining} />
      <OwnServer joining={joining} />
    </>
  );
}
