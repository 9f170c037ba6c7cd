/** The open view, or the reason why no view can be shown. */
import { Suspense, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { useShared } from "../store/shared.ts";
import { Button } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Panel } from "../ui/Panel.tsx";
import styles from "./App.module.css";
import { Opening } from "./Opening.tsx";
import { findView } from "./parts.ts";

/**
 * Returns the view to show. While a view is loaded for the first time, the previous view stays on
 * the screen. The home view is shown at once, because keys act on it at once.
 */
export function useShownView(): string {
  const wanted = useShared((store) => store.view);
  const loaded = useDeferredValue(wanted);
  return wanted === HOME_VIEW ? wanted : loaded;
}

/**
 * Shows this view. Until the station's facts are read, shows that the station opens, or the failure
 * to read them. Shows an error when no feature has the view.
 */
export function OpenView({ view }: { readonly view: string }) {
  const { t } = useTranslation();
  const desk = useShared((store) => store.desk);
  const load = useShared((store) => store.loadDesk);
  if (desk.step === "loading") return <Opening />;
  if (desk.step === "failed") {
    return (
      <div className={styles["loading"]}>
        <h1 className="hidden">{t("app.view.pack")}</h1>
        <Panel
          tone="stop"
          title={t("app.failed")}
          alert
          commands={<Button onPress={() => void load()}>{t("app.again")}</Button>}
        >
          <FailureText failure={desk.failure} />
        </Panel>
      </div>
    );
  }
  const found = findView(view);
  if (found === undefined) return <UnknownView name={view} />;
  return (
    <Suspense fallback={<p className={styles["loading"]}>{t("app.loading")}</p>}>
      <found.Screen />
    </Suspense>
  );
}

/**
 * The error for a view that no feature has, which is a bug. The button opens the home view.
 */
function UnknownView({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const show = useShared((store) => store.showView);
  return (
    <div className={styles["loading"]}>
      <Panel
        tone="stop"
        title={t("app.unknownView")}
        alert
        testID="unknown-view"
        commands={<Button onPress={() => show(HOME_VIEW)}>{t("app.view.pack")}</Button>}
      >
        <p>{t("app.unknownViewLead", { name })}</p>
      </Panel>
    </div>
  );
}
