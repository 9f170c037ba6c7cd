/** The keys of the Pack screen, asked for with F1 or while there is nothing to pack. A scan goes on working beside them. */
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { Kbd } from "../ui/Kbd.tsx";
import styles from "./KeyList.module.css";
import { useDesk } from "./store.ts";

const KEYS = [
  ["Enter", "enter"],
  ["1 … 9", "digits"],
  ["F2", "weigh"],
  ["F3", "size"],
  ["Alt+1 … 9", "boxes"],
  ["F4", "offers"],
  ["F6", "reprint"],
  ["F7", "import"],
  ["F8", "undo"],
  ["F10 · F12", "answers"],
  ["Esc", "esc"],
  ["F1", "keys"],
] as const;

export function KeyList() {
  const { t } = useTranslation();
  const shown = useDesk((store) => store.keysShown);
  const show = useDesk((store) => store.showKeys);
  return (
    <section className={styles["keys"]} aria-label={t("keys.title")} data-testid="key-list">
      <h2>{t("keys.title")}</h2>
      <dl>
        {KEYS.map(([key, words]) => (
          <Fragment key={key}>
            <dt>
              <span className="hidden">{key}</span>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{t(`keys.${words}`)}</dd>
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
