/** The keys of the Pack screen, asked for with F1 or while there is nothing to pack. A scan goes on working beside them. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import { useShared } from "../store/shared.ts";
import { KEY_LINES } from "./key-lines.ts";
import styles from "./KeyList.module.css";

/** Every key with its meaning; a button to close it only where F1 has opened it. */
export function KeyList() {
  const { t } = useTranslation();
  const shown = useShared((store) => store.keysShown);
  const show = useShared((store) => store.showKeys);
  return (
    <section className={styles["keys"]} aria-label={t("keys.title")} data-testid="key-list">
      <h2>{t("keys.title")}</h2>
      <dl>
        {KEY_LINES.map(({ key, words }) => (
          <Fragment key={key}>
            <dt>
              <span className="hidden">{key}</span>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(words)}</dd>
          </Fragment>
        ))}
      </dl>
      <p>{t("keys.scan")}</p>
      {shown ? (
        <div>
          <Button keyName="Esc" onPress={() => show(false)}>
            {t("keys.close")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
