/** The Money view: the balance large at the top, and below it the chosen report with its file. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { getReportFile } from "../../../core/fulfilment/reports/reports.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { View } from "../../ui/View.tsx";
import { CashOnDelivery } from "./CashOnDelivery.tsx";
import { Ledger } from "./Ledger.tsx";
import styles from "./Money.module.css";
import { daysNow, MONEY_PARTS } from "./money.slice.ts";
import { PackersDay } from "./PackersDay.tsx";
import { PERIODS, type Period } from "./period.ts";
import { SpendingReport } from "./SpendingReport.tsx";
import { useMoney } from "./use-money.ts";

/** Reads the chosen report on mount. */
export function Money() {
  const { t } = useTranslation();
  const part = useMoney((store) => store.moneyPart);
  const period = useMoney((store) => store.moneyPeriod);
  const failure = useMoney((store) => store.moneyFailure);
  const show = useMoney((store) => store.showMoney);
  useEffect(() => void show({}), [show]);
  // The packers' report covers one day, and cash on delivery shows the current state.
  const periods: readonly Period[] = part === "packers" ? ["today", "yesterday"] : PERIODS;
  const shown = periods.find((one) => one === period) ?? "today";

  return (
    <View title={t("money.title")} wide>
      <Balance />
      <div className={styles["choices"]}>
        <Choice
          label={t("money.report")}
          value={part}
          options={MONEY_PARTS.map((value) => ({ value, words: t(`money.parts.${value}`) }))}
          onChange={(one) =>
            void show({
              part: one,
              ...(one === "packers" && period !== "yesterday" ? { period: "today" } : {}),
            })
          }
        />
        {part === "cash" ? null : (
          <Select
            label={t("money.period")}
            value={shown}
            none=""
            options={periods.map((value) => ({ value, words: t(`money.periods.${value}`) }))}
            onChange={(value) =>
              void show({ period: periods.find((one) => one === value) ?? "today" })
            }
          />
        )}
        <Files />
      </div>
      {failure === null ? null : (
        <Panel
          tone="stop"
          title={t("money.failed")}
          alert
          commands={<Button onPress={() => void show({})}>{t("app.again")}</Button>}
        >
          <FailureText failure={failure} />
        </Panel>
      )}
      <Report />
    </View>
  );
}

function Report() {
  const { t } = useTranslation();
  const part = useMoney((store) => store.moneyPart);
  const money = useMoney((store) => store.money);
  const failure = useMoney((store) => store.moneyFailure);
  if (money?.part !== part)
    return failure === null ? <p role="status">{t("money.reading")}</p> : null;
  switch (money.part) {
    case "ledger":
      return <Ledger lines={money.lines} hasMore={money.next !== null} />;
    case "spending":
      return <SpendingReport spending={money.spending} />;
    case "cash":
      return <CashOnDelivery report={money.cash} />;
    case "packers":
      return <PackersDay day={money.day} />;
  }
}

function Balance() {
  const { t } = useTranslation();
  const format = useFormat();
  const desk = useShared((store) => store.desk);
  const openSettings = useShared((store) => store.openSettings);
  if (desk.step !== "ready") return null;
  const { balance, available, currency } = desk.facts;
  return (
    <div className={styles["balance"]}>
      <p>
        <span className={styles["soft"]}>{t("bar.balance")}</span>
        <b className={styles["amount"]}>{format.money(balance, currency)}</b>
        {available === balance ? null : (
          <span>{t("bar.available", { amount: format.money(available, currency) })}</span>
        )}
      </p>
      <Button onPress={() => openSettings("balance")}>{t("buy.topUp")}</Button>
    </div>
  );
}

function Files() {
  const { t, i18n } = useTranslation();
  const report = useMoney((store) => store.moneyPart);
  const period = useMoney((store) => store.moneyPeriod);
  const language = i18n.language === "tr" ? "tr" : "en";
  return (
    <div className={styles["files"]}>
      {(["csv", "xlsx"] as const).map((format) => (
        <SaveFileButton
          key={`${report} ${format}`}
          words={t(`money.files.${format}`)}
          save={() =>
            saveFile(getReportFile, { query: { report, format, language, ...daysNow(period) } })
          }
        />
      ))}
    </div>
  );
}
