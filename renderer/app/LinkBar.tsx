/** The bar that names the order of a link, so that a person can open or dismiss it. */
import { Link2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { openLinked } from "./links.ts";
import styles from "./Notices.module.css";
import { useStore } from "./store.ts";

/** Shows nothing while no link waits. */
export function LinkBar() {
  const { t } = useTranslation();
  const notice = useStore((store) => store.linkNotice);
  const set = useStore((store) => store.setLinkNotice);
  if (notice === null) return null;
  return (
    <div className={styles["link"]} role="status" data-testid="link">
      <Link2 size={18} aria-hidden="true" />
      <p>
        <b>
          {notice.is === "refused"
            ? t("deepLink.refused")
            : t(`deepLink.${notice.is}`, { order: notice.value })}
        </b>
      </p>
      {notice.is === "asked" ? (
        <Button small onPress={() => void openLinked(notice)}>
          {t("deepLink.open")}
        </Button>
      ) : null}
      <Button small onPress={() => set(null)}>
        {t("deepLink.putAway")}
      </Button>
    </div>
  );
}
