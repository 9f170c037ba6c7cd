/** Why the hub is not reached or was not joined. */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import styles from "./Stations.module.css";

/**
 * By its code; a cause without one is in the station's own sentence, which is shown in English
 * alone.
 */
export function Cause({
  sync: { cause, causeCode, causeReason },
}: {
  readonly sync: Pick<SyncStatus, "cause" | "causeCode" | "causeReason">;
}) {
  const { i18n } = useTranslation();
  if (cause === null) return null;
  if (causeCode !== null)
    return (
      <FailureText
        failure={{
          code: causeCode,
          message: cause,
          ...(causeReason === null ? {} : { reason: causeReason }),
        }}
      />
    );
  return i18n.language === "en" ? <p className={styles["small"]}>{cause}</p> : null;
}
