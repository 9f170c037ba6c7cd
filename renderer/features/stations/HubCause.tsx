/** Why the hub on this computer does not run. */
import { useTranslation } from "react-i18next";
import type { HubServer } from "../../../core/sync/sync.schema.ts";
import { coreSentence } from "../../ui/core-sentence.ts";
import { reasonWords } from "../../ui/reason-words.ts";
import styles from "./Stations.module.css";

/**
 * Shows words for the cause's reason. A cause without words is shown in the hub's own sentence on an
 * English screen, and in general words on other screens.
 */
export function HubCause({
  server: { cause, causeReason },
}: {
  readonly server: Pick<HubServer, "cause" | "causeReason">;
}) {
  const { t, i18n } = useTranslation();
  if (cause === null) return null;
  const [words] = reasonWords(i18n, "E2143", causeReason);
  if (words !== undefined) return <p>{words}</p>;
  const sentence = coreSentence(i18n, cause);
  return sentence === "" ? (
    <p>{t("errors.E2143")}</p>
  ) : (
    <p className={styles["small"]}>{sentence}</p>
  );
}
