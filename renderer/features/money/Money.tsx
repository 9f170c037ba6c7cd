/** The Money view: the balance, and the chosen report with its file. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { getReportFile } from "../../../core/fulfilment/reports/reports.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { MenuButton, MenuCommands } from "../../ui/menu/Menu.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { SavedFile, useSaveFile, type SavingFile } from "../../ui/use-save-file.tsx";
import { BalancesThere } from "./BalancesThere.tsx";
import { CashOnDelivery } from "./CashOnDelivery.tsx";
import { Invoices } from "./Invoices.tsx";
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
  const failure = useMoney((store) => store.moneyFailure);
  const show = useMoney((store) => store.showMoney);
  const part = useMoney((store) => store.moneyPart);
  const saving = useSaveFile();
  useEffect(() => void show({}), [show]);
  return (
    <ListView
      title={t("money.title")}
      count={<Balance />}
      tools={<Tools />}
      menu={<Files saving={saving} />}
      notices={
        <>
          <BalancesThere />
          <SavedFile saving={saving} />
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
        </>
      }
    >
      {part === "ledger" ? (
        <Report />
      ) : (
        <div className={styles["body"]} tabIndex={-1}>
          <Report />
        </div>
      )}
    </ListView>
  );
}

/** The way to a top-up, and the choice of the report and of its period. */
function Tools() {
  const { t } = useTranslation();
  const part = useMoney((store) => store.moneyPart);
  const period = useMoney((store) => store.moneyPeriod);
  const show = useMoney((store) => store.showMoney);
  const openSettings = useShared((store) => store.openSettings);
  // The packers' report covers one day, and cash on delivery shows the current state.
  const periods: readonly Period[] = part === "packers" ? ["today", "yesterday"] : PERIODS;
  const shown = periods.find((one) => one === period) ?? "today";
  return (
    <>
      <Button onPress={() => openSettings("balance")}>{t("empty.topUp")}</Button>
      <Choice
        label={t("money.report")}
        isLabelHidden
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
        <div className={styles["period"]}>
          <Select
            label={t("money.period")}
            isLabelHidden
            value={shown}
            none=""
            options={periods.map((value) => ({ value, words: t(`money.periods.${value}`) }))}
            onChange={(value) =>
              void show({ period: periods.find((one) => one === value) ?? "today" })
            }
          />
        </div>
      )}
    </>
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
    case "invoices":
      return <Invoices report={money.invoices} />;
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
  if (desk.step !== "ready") return null;
  const { balance, available, currency } = desk.facts;
  return (
    <p className={styles["balance"]}>
      <span className={styles["soft"]}>{t("bar.balance")}</span>
      <b className={styles["amount"]}>{format.money(balance, currency)}</b>
      {available === balance ? null : (
        <span>{t("bar.available", { amount: format.money(available, currency) })}</span>
      )}
    </p>
  );
}

/** The report as a file. */
function Files({ saving }: { readonly saving: SavingFile }) {
  const { t, i18n } = useTranslation();
  const report = useMoney((store) => store.moneyPart);
  const period = useMoney((store) => store.moneyPeriod);
  const sort = useMoney((store) => store.ledgerSort);
  const language = i18n.language === "tr" ? "tr" : "en";
  return (
    <MenuButton label={t("list.more")} testID="list-more">
      <MenuCommands
        label={t("list.commands")}
        commands={(["csv", "xlsx"] as const).map((format) => ({
          name: format,
          words: t(`money.files.${format}`),
          run: () =>
            saving.run(() =>
              saveFile(getReportFile, {
                query: {
                  report,
                  format,
                  language,
                  ...daysNow(period),
                  ...(sort === null ? {} : { sortBy: sort.column, isAscending: sort.isAscending }),
                },
              }),
            ),
        }))}
      />
    </MenuButton>
  );
}
