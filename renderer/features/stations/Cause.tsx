/** Why the hub is unreachable or could not be joined. */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import styles from "./Stations.module.css";

/**
 * Shows the words for the cause's code. A cause without a code is an English sentence of the
 * station, which only an English screen shows.
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
  const sentence = coreSentence(i18n, cause);
  return sentence === "" ? null : <p className={styles["small"]}>{sentence}</p>;
}
