/** Table of the accounts that announce: their open labels, their cut-off, and the command for them. */
import { useTranslation } from "react-i18next";
import type { AnnouncingAccount } from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Announcements.module.css";
import { accountInHand, toSend } from "./announcements.slice.ts";
import { useAnnouncements } from "./use-announcements.ts";

const COUNTS = ["waiting", "refused", "uncertain"] as const;

type AccountsProps = { readonly accounts: readonly AnnouncingAccount[] };

/** Shows the table, and how the last command ended. */
export function Accounts({ accounts }: AccountsProps) {
  const { t } = useTranslation();
  const inHand = useAnnouncements((store) => accountInHand(store)?.accountID);
  return (
    <section className={styles["section"]} aria-labelledby="announcing-accounts">
      <h2 id="announcing-accounts">{t("announcements.accounts")}</h2>
      <table className={styles["table"]} aria-labelledby="announcing-accounts">
        <thead>
          <tr>
            <th scope="col">{t("announcements.account")}</th>
            <th scope="col">{t("announcements.when")}</th>
            {COUNTS.map((name) => (
              <th key={name} scope="col" data-number>
                {t(`announcements.${name}`)}
              </th>
            ))}
            <th scope="col">{t("announcements.cutOff")}</th>
            <th scope="col">
              <span className="hidden">{t("announcements.acts")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Row
              key={account.accountID}
              account={account}
              isInHand={account.accountID === inHand}
            />
          ))}
        </tbody>
      </table>
      <Sent />
    </section>
  );
}

type RowProps = {
  readonly account: AnnouncingAccount;
  readonly isInHand: boolean;
};

function Row({ account, isInHand }: RowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const choose = useAnnouncements((store) => store.chooseAccount);
  const { accountID, accountName, announces, providerCode } = account;
  const when =
    announces === "atOnce" || announces === "byHand"
      ? t(`connections.when.${announces}`)
      : announces.replaceAll(",", ", ");
  return (
    <tr aria-current={isInHand} data-testid={`announcing-${accountName}`}>
      <th scope="row">
        <button
          type="button"
          className={styles["account"]}
          aria-pressed={isInHand}
          onClick={() => choose(accountID)}
        >
          <CarrierMark name={providerCode} />
          {accountName}
        </button>
      </th>
      <td>{when}</td>
      {COUNTS.map((name) => (
        <td key={name} data-number data-none={account[name] === 0 || undefined}>
          {format.count(account[name])}
        </td>
      ))}
      <td>
        {account.isUrgent ? (
          <Mark tone="attention">
            {account.cutOff} · {t("announcements.urgent")}
          </Mark>
        ) : (
          account.cutOff || t("announcements.noCutOff")
        )}
      </td>
      <td data-number>
        {toSend(account) === 0 ? null : <Send account={account} isKey={isInHand} />}
      </td>
    </tr>
  );
}

/** Announces the account's labels, or makes their file. @param isKey Whether F2 does the same. */
function Send({
  account,
  isKey,
}: {
  readonly account: AnnouncingAccount;
  readonly isKey: boolean;
}) {
  const { t } = useTranslation();
  const choose = useAnnouncements((store) => store.chooseAccount);
  const send = useAnnouncements((store) => store.sendWaiting);
  const isRunning = useAnnouncements((store) => store.sending.step === "running");
  const press = useSettledPress(() => {
    choose(account.accountID);
    void send();
  });
  const words = t(account.isByFile ? "announcements.makeFile" : "announcements.now");
  return (
    <Button
      small
      {...(isKey ? { keyName: "F2", rank: "primary" as const } : {})}
      label={`${words}: ${account.accountName}`}
      disabled={isRunning}
      {...press}
    >
      {words}
    </Button>
  );
}

function Sent() {
  const { t } = useTranslation();
  const sending = useAnnouncements((store) => store.sending);
  return (
    <>
      <span role="status">
        {sending.step === "done" && sending.labels !== null ? (
          <Mark tone="ok">{t("announcements.nowDone", { count: sending.labels })}</Mark>
        ) : null}
      </span>
      {sending.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("announcements.notDone")}</Mark>
          <FailureText failure={sending.failure} />
        </div>
      ) : null}
    </>
  );
}
