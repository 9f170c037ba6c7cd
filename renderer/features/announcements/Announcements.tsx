/** The view Announcements: the accounts, the labels that need a decision, and the carriers' files. */
import { Megaphone } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { View } from "../../ui/View.tsx";
import { Accounts } from "./Accounts.tsx";
import styles from "./Announcements.module.css";
import { accountInHand } from "./announcements.slice.ts";
import { Couriers } from "./Couriers.tsx";
import { Files } from "./Files.tsx";
import { Labels } from "./Labels.tsx";
import { useAnnouncements } from "./use-announcements.ts";

/** Reads everything on mount. */
export function Announcements() {
  const { t } = useTranslation();
  const failure = useAnnouncements((store) => store.announcementsFailure);
  const accounts = useAnnouncements((store) => store.announcing);
  const labels = useAnnouncements((store) => store.openLabels);
  const load = useAnnouncements((store) => store.loadAnnouncements);
  const openSettings = useAnnouncements((store) => store.openSettings);
  const account = useAnnouncements(accountInHand);
  useEffect(() => void load(), [load]);
  return (
    <View title={t("announcements.title")} lead={t("announcements.lead")} wide>
      {failure === null ? null : (
        <div role="alert">
          <b>{t("announcements.failed")}</b> <FailureText failure={failure} />
        </div>
      )}
      {accounts === null || labels === null ? (
        <p role="status">{failure === null ? t("announcements.reading") : ""}</p>
      ) : accounts.length === 0 && labels.length === 0 ? (
        <Blank
          Icon={Megaphone}
          text={t("announcements.noAccounts")}
          testID="no-announcing"
          act={
            <Button rank="primary" onPress={() => openSettings("carriers")}>
              {t("announcements.connect")}
            </Button>
          }
        />
      ) : (
        <div className={styles["parts"]} data-testid="announcements">
          <Accounts accounts={accounts} />
          <Couriers />
          <div className={styles["columns"]}>
            <Labels labels={labels} accounts={accounts} />
            {account?.isByFile === true ? <Files account={account} /> : null}
          </div>
        </div>
      )}
    </View>
  );
}
