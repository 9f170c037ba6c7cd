/** The way between the views. Only views that exist are here. */
import { Package, Printer, Settings } from "lucide-react";
import { useTranslation } from "react-i18next";
import { VIEWS, type View } from "./desk.slice.ts";
import styles from "./Rail.module.css";
import { useDesk } from "./store.ts";

const ICONS = { pack: Package, printers: Printer, settings: Settings } as const satisfies Record<View, unknown>;

export function Rail() {
  const { t } = useTranslation();
  const open = useDesk((store) => store.view);
  const show = useDesk((store) => store.showView);
  return (
    <nav className={styles["rail"]} aria-label={t("app.nav")}>
      {VIEWS.map((view) => {
        const Icon = ICONS[view];
        return (
          <button key={view} type="button" className={styles["entry"]} aria-current={view === open ? "page" : undefined} onClick={() => show(view)}>
            <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
            {t(`app.view.${view}`)}
          </button>
        );
      })}
    </nav>
  );
}
