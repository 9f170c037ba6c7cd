/** The navigation between the views. */
import { useTranslation } from "react-i18next";
import { useShared } from "../store/shared.ts";
import { RAIL_VIEWS } from "./parts.ts";
import styles from "./Rail.module.css";

/** A button for each view of the rail; the open view's button is marked as the current page. */
export function Rail() {
  const { t } = useTranslation();
  const open = useShared((store) => store.view);
  const show = useShared((store) => store.showView);
  return (
    <nav className={styles["rail"]} aria-label={t("app.nav")}>
      {RAIL_VIEWS.map(({ name, title, Icon }) => (
        <button
          key={name}
          type="button"
          className={styles["entry"]}
          aria-current={name === open ? "page" : undefined}
          onClick={() => show(name)}
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          {t(title)}
        </button>
      ))}
    </nav>
  );
}
