/** One marketplace: its check, when it is asked for prices, and its balance. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { testConnection } from "../../../../core/shipping/accounts/connections.api.ts";
import type { ConnectionTest } from "../../../../core/shipping/accounts/connections.schema.ts";
import { changeMarketplace } from "../../../../core/shipping/accounts/marketplaces.api.ts";
import { ASKS, type Marketplace } from "../../../../core/shipping/accounts/marketplaces.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useShared } from "../../../store/shared.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { BalanceThere } from "../../../ui/BalanceThere.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import rows from "../../../ui/Rows.module.css";
import { useAct } from "../../../ui/use-act.ts";
import { CheckMark, CheckWords } from "./CheckResult.tsx";
import styles from "./Marketplaces.module.css";

type MarketplaceRowProps = {
  readonly marketplace: Marketplace;
  /** Whether it was connected just now, so that it is checked at once. */
  readonly isNew: boolean;
  readonly wasLeft: boolean;
  /** Whether the member may change it. */
  readonly isEditable: boolean;
  readonly onConnection: () => void;
  readonly onRemove: () => void;
};

/** Shows the marketplace in its list. */
export function MarketplaceRow(props: MarketplaceRowProps) {
  const { marketplace, isNew, wasLeft, isEditable, onConnection, onRemove } = props;
  const { t } = useTranslation();
  const { name, host, isTest, isActive } = marketplace;
  return (
    <li className={styles["row"]} data-testid="marketplace">
      <span className={rows["what"]}>
        <b>{name}</b>
        {name === host ? null : <span className={rows["soft"]}>{host}</span>}
      </span>
      {isTest ? <Mark tone="info">{t("marketplaces.test")}</Mark> : null}
      {isActive ? null : <Mark tone="attention">{t("carriers.accountOff")}</Mark>}
      {isEditable ? (
        <>
          <Button
            small
            label={t("connections.changeOf", { name })}
            focusNow={wasLeft}
            onPress={onConnection}
          >
            {t("connections.change")}
          </Button>
          <AskTwice
            subject={name}
            words={t("carriers.removeAccount")}
            confirm={t("carriers.removeAccountNow")}
            onConfirm={onRemove}
          />
        </>
      ) : null}
      <div className={styles["parts"]}>
        {isEditable ? <Check marketplace={marketplace} isNew={isNew} /> : null}
        <Asks marketplace={marketplace} isNew={isNew} isEditable={isEditable} />
        <div>
          <p className={rows["soft"]}>{t("marketplaces.balance")}</p>
          <BalanceThere marketplace={marketplace} />
        </div>
      </div>
    </li>
  );
}

/** The check of address and token; a new marketplace is checked at once, with its balance. */
function Check({ marketplace, isNew }: Pick<MarketplaceRowProps, "marketplace" | "isNew">) {
  const { t } = useTranslation();
  const { run, state } = useAct();
  const readBalance = useShared((store) => store.readBalanceThere);
  const [tested, setTested] = useState<ConnectionTest>();
  const { accountID, name } = marketplace;
  const check = useCallback((): void => {
    setTested(undefined);
    void run(async () => {
      const answer = await call(testConnection, { params: { accountID } });
      setTested(answer);
      if (answer.result === "accepted") await readBalance(accountID);
    });
  }, [run, accountID, readBalance]);
  useEffect(() => {
    if (isNew) check();
  }, [isNew, check]);
  return (
    <div>
      <div className={styles["check"]}>
        <span role="status" data-testid="marketplace-check">
          {tested === undefined ? (
            state.step === "running" ? (
              t("marketplaces.checking", { name })
            ) : null
          ) : (
            <CheckMark tested={tested} name={name} />
          )}
        </span>
        <Button
          small
          label={t("marketplaces.checkOf", { name })}
          disabled={state.step === "running"}
          onPress={check}
        >
          {t("marketplaces.check")}
        </Button>
      </div>
      {tested === undefined ? null : <CheckWords tested={tested} />}
      <ActFailure act={{ run, state }} />
    </div>
  );
}

/** When the marketplace is asked for prices, and what asking sends there. */
function Asks({
  marketplace: { accountID, name, host, asks },
  isNew,
  isEditable,
}: Pick<MarketplaceRowProps, "marketplace" | "isNew" | "isEditable">) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useShared((store) => store.loadMarketplaces);
  const loadDesk = useShared((store) => store.loadDesk);
  const wanted = useRef(asks);
  /** The last choice, shown while it is being saved. */
  const [shown, setShown] = useState(asks);
  const chosen = act.state.step === "running" ? shown : asks;
  const means = t(chosen === "off" ? "marketplaces.asksOff" : "marketplaces.asksMeans", { host });
  if (!isEditable)
    return (
      <p>
        {t("marketplaces.asks")}: {t(`marketplaces.asksWhen.${asks}`)}. {means}
      </p>
    );
  const change = (value: Marketplace["asks"]): void => {
    wanted.current = value;
    setShown(value);
    // While an earlier choice is being saved, its run also saves this one.
    void act.run(async () => {
      let saved: Marketplace["asks"] | undefined;
      while (saved !== wanted.current) {
        saved = wanted.current;
        await call(changeMarketplace, { params: { accountID }, body: { asks: saved } });
        await Promise.all([load(), loadDesk()]);
      }
    });
  };
  return (
    <div>
      <Choice
        // A new marketplace takes the focus: the choice is the next step.
        key={String(isNew)}
        focusNow={isNew}
        label={t("marketplaces.asksOf", { name })}
        value={chosen}
        options={ASKS.map((value) => ({ value, words: t(`marketplaces.asksWhen.${value}`) }))}
        onChange={change}
        hint={means}
      />
      <ActFailure act={act} />
    </div>
  );
}
