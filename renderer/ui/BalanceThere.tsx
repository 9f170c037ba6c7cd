/** Balance at a marketplace with its age, and the button that asks for it again. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Marketplace } from "../../core/shipping/accounts/marketplaces.schema.ts";
import { useShared } from "../store/shared.ts";
import { ActFailure } from "./ActForm.tsx";
import styles from "./BalanceThere.module.css";
import { Button } from "./Button.tsx";
import { spokenSentence } from "./core-sentence.ts";
import { Mark } from "./Mark.tsx";
import { useAct } from "./use-act.ts";
import { useEvery } from "./use-every.ts";
import { useFormat } from "./use-format.ts";

/** How often the shown age grows, ms. */
const AGE_MS = 5_000;
/** A younger answer is "just now", ms. */
const NEW_MS = 10_000;

/** Shows the balance. @param marketplace Its balance is null until it was asked. */
export function BalanceThere({ marketplace }: { readonly marketplace: Marketplace }) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const read = useShared((store) => store.readBalanceThere);
  const { accountID, name, problem } = marketplace;
  const isAsking = act.state.step === "running";
  return (
    <div className={styles["balance"]} data-testid="balance-there">
      <span role="status">
        {isAsking ? t("marketplaces.askingBalance", { name }) : <Amount of={marketplace} />}
      </span>
      <Button
        small
        disabled={isAsking}
        label={t("marketplaces.askBalanceOf", { name })}
        onPress={() => void act.run(() => read(accountID))}
      >
        {t(marketplace.balance === null ? "marketplaces.askFirst" : "marketplaces.askBalance")}
      </Button>
      {problem === "" || isAsking ? null : (
        <span className={styles["problem"]}>
          <Mark tone="attention">
            {t("marketplaces.problem", { words: spokenSentence(i18n, problem) ?? `“${problem}”` })}
          </Mark>
        </span>
      )}
      <ActFailure act={act} />
    </div>
  );
}

function Amount({ of: { balance } }: { readonly of: Pick<Marketplace, "balance"> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  const [tick] = useState(() => () => setNow(Date.now()));
  useEvery(AGE_MS, tick);
  if (balance === null) return t("marketplaces.balanceUnknown");
  const ageMs = Math.max(now, Date.parse(balance.at)) - Date.parse(balance.at);
  return (
    <>
      <b className={styles["amount"]}>{format.money(balance.amount, balance.currency)}</b>
      {", "}
      {ageMs < NEW_MS
        ? t("marketplaces.justNow")
        : t("marketplaces.ago", { time: format.duration(ageMs) })}
      {Number(balance.debt) > 0
        ? ` · ${t("marketplaces.debt", { amount: format.money(balance.debt, balance.currency) })}`
        : null}
    </>
  );
}
