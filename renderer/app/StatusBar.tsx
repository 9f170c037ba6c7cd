/** Status bar: the last result on the left, the station's state on the right. */
import { useTranslation } from "react-i18next";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import { HOME_VIEW } from "../store/navigation.slice.ts";
import { useShared } from "../store/shared.ts";
import { Slot } from "../store/slots.tsx";
import { coreSentence } from "../ui/core-sentence.ts";
import { Mark } from "../ui/Mark.tsx";
import { PrinterMark } from "../ui/PrinterMark.tsx";
import { useFormat } from "../ui/use-format.ts";
import styles from "./StatusBar.module.css";
import { SyncSign } from "./SyncSign.tsx";

/** The bar below the views; higher in the home view, where the last result is large. */
export function StatusBar() {
  const { t } = useTranslation();
  const isHome = useShared((store) => store.view === HOME_VIEW);
  return (
    <footer
      className={styles["bar"]}
      aria-label={t("bar.label")}
      data-density={isHome ? undefined : "office"}
    >
      <Slot name="lastResult" props={{}} />
      <Station />
    </footer>
  );
}

function Station() {
  const { t } = useTranslation();
  const desk = useShared((store) => store.desk);
  if (desk.step !== "ready") return null;
  const { queued, unknown, member } = desk.facts;

  return (
    <ul className={styles["station"]}>
      {unknown > 0 ? <Unknown count={unknown} /> : null}
      {queued > 0 ? (
        <li className={styles["queued"]}>
          <Mark tone="info">
            <span className={styles["words"]}>{t("bar.queued", { count: queued })}</span>
          </Mark>
        </li>
      ) : null}
      <SyncSign />
      <Printer printer={desk.facts.labelPrinter} />
      <Money facts={desk.facts} />
      {member.name === "" ? null : (
        <li className={`${styles["long"]} ${styles["member"]}`} title={member.name}>
          {member.name}
        </li>
      )}
    </ul>
  );
}

/** Shows the number of prints with an unknown outcome; a press opens the questions about them. */
function Unknown({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const recall = useShared((store) => store.recallQuestions);
  const show = useShared((store) => store.showView);
  return (
    <li>
      <button
        type="button"
        className={styles["ask"]}
        onClick={() => {
          show(HOME_VIEW);
          recall();
        }}
      >
        <Mark tone="ask">
          <span className={styles["words"]}>{t("bar.unknown", { count })}</span>
        </Mark>
      </button>
    </li>
  );
}

function Printer({ printer }: { readonly printer: DeskFacts["labelPrinter"] }) {
  const { t, i18n } = useTranslation();
  return (
    <li
      className={`${styles["long"]} ${styles["printer"]}`}
      title={printer === null ? undefined : coreSentence(i18n, printer.message) || printer.name}
    >
      {printer === null ? (
        <Mark tone="attention">
          <span className={styles["words"]}>{t("bar.printerNone")}</span>
        </Mark>
      ) : (
        <PrinterMark name={printer.name} state={printer.state} />
      )}
    </li>
  );
}

function Money({ facts: { balance, available, currency } }: { readonly facts: DeskFacts }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className={styles["money"]}>
      <span className={styles["soft"]}>{t("bar.balance")}</span>{" "}
      <b data-testid="balance">{format.money(balance, currency)}</b>
      {/* Money held for open purchases is part of the balance but cannot be spent. Without this
          line the packer could not understand "not enough balance". */}
      {available === balance ? null : (
        <span data-testid="available">
          {" "}
          · {t("bar.available", { amount: format.money(available, currency) })}
        </span>
      )}
    </li>
  );
}
