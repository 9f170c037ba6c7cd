/**
 * The keys of the Pack screen, shown after F1 or while no order is open. Scans still work while the
 * list is shown.
 */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import type { KeyLine } from "../store/feature.ts";
import { HELP_VIEW } from "../store/navigation.slice.ts";
import { useShared } from "../store/shared.ts";
import { KEY_LINES, VIEW_KEY_LINES } from "./key-lines.ts";
import styles from "./KeyList.module.css";

/**
 * Lists every key with its meaning. After F1, also the keys of other views and a button that closes
 * the list.
 */
export function KeyList() {
  const { t } = useTranslation();
  const shown = useShared((store) => store.keysShown);
  const show = useShared((store) => store.showKeys);
  const open = useShared((store) => store.followLink);
  const of = useShared((store) => store.keysOf);
  /**
   * Lists the keys that views define for themselves.
   *
   * @param isOwn true: keys of the view from which the list was opened; false: keys of the other
   *   views.
   */
  const groups = (isOwn: boolean) =>
    VIEW_KEY_LINES.filter(({ name }) => (name === of) === isOwn).map(({ name, title, lines }) => (
      <Fragment key={name}>
        <h3>{t(title)}</h3>
        <Lines lines={lines} />
        {isOwn ? <h3>{t("app.view.pack")}</h3> : null}
      </Fragment>
    ));
  return (
    <section className={styles["keys"]} aria-label={t("keys.title")} data-testid="key-list">
      <h2>{t("keys.title")}</h2>
      {shown ? groups(true) : null}
      <Lines lines={KEY_LINES} />
      {shown ? groups(false) : null}
      <p>{t("keys.scan")}</p>
      {shown ? (
        <div>
          <Button keyName="Alt+H" onPress={() => open(HELP_VIEW)}>
            {t("keys.help")}
          </Button>
          <Button keyName="Esc" onPress={() => show(false)}>
            {t("keys.close")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly KeyLine[] }) {
  const { t } = useTranslation();
  return (
    <dl>
      {lines.map(({ key, words }) => (
        <Fragment key={key}>
          <dt>
            <span className="hidden">{key}</span>
            <Kbd>{key}</Kbd>
          </dt>
          <dd>{t(words)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
