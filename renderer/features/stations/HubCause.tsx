/** Why the hub on this computer does not run. */
import { useTranslation } from "react-i18next";
import type { HubServer } from "../../../core/sync/sync.schema.ts";
import { reasonWords } from "../../ui/reason-words.ts";
import styles from "./Stations.module.css";

/** Shows words for the cause's reason, or the hub's own English sentence if there are no words. */
export function HubCause({
  server: { cause, causeReason },
}: {
  readonly server: Pick<HubServer, "cause" | "causeReason">;
}) {
  const { i18n } = useTranslation();
  if (cause === null) return null;
  const [words] = reasonWords(i18n, "E2143", causeReason);
  return words === undefined ? (
    <p className={styles["small"]} lang="en">
      {cause}
    </p>
  ) : (
    <p>{words}</p>
  );
}
