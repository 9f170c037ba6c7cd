/** The open view, or the reason why none can be shown. */
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
 * The open view; the failure while the station's facts cannot be read; an error for a view that no
 * feature has.
 */
export function OpenView() {
  const { t } = useTranslation();
  const desk = useShared((store) => store.desk);
  const wanted = useShared((store) => store.view);
  // While a screen is loaded for the first time, the previous one stays. The home view never waits,
  // because keys act on it at once.
  const loaded = useDeferredValue(wanted);
  const view = wanted === HOME_VIEW ? wanted : loaded;
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
 * Shown when a view was asked for that no feature has. This is a bug; the button leads back to
 * work.
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
