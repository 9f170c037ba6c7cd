/**
 * Asks before the labels of the selected orders are bought: how many, the price, the remaining
 * balance, the services, and the orders that are left out.
 */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { useRuleWords } from "../../ui/use-rule-words.ts";
import type { BuyPlan } from "./buy-plan.ts";
import styles from "./Shipments.module.css";
import { useShipments } from "./use-shipments.ts";

/**
 * Asks the question. F10 buys, F12 does not. If nothing can be bought, the panel says why, and F10
 * buys nothing.
 */
export function BuyQuestion() {
  const { t } = useTranslation();
  const format = useFormat();
  const plan = useShipments((store) => store.buyPlan);
  const isTestMode = useShipments(
    (store) => store.desk.step === "ready" && store.desk.facts.testMode,
  );
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  if (plan === null) return null;
  const count = plan.purchases.length;
  const total = format.money(plan.total, "TL");
  return (
    <Panel
      tone="ask"
      title={
        count === 0 ? t("shipments.buying.none") : t("shipments.buying.title", { count, total })
      }
      alert
      testID="buy-question"
      commands={
        <>
          {count === 0 ? null : (
            <Button rank="primary" keyName="F10" {...yes}>
              {t("shipments.buying.yes", { count, total })}
            </Button>
          )}
          <Button keyName="F12" {...no}>
            {t(count === 0 ? "shipments.close" : "shipments.buying.no")}
          </Button>
        </>
      }
    >
      {plan.samples === 0 || isTestMode ? null : (
        <p data-testid="sample-plan">
          <Mark tone="attention">{t("shipments.buying.samples", { count: plan.samples })}</Mark>
        </p>
      )}
      <div className={styles["plan"]}>
        {count === 0 ? null : <Costs plan={plan} />}
        {plan.leftOut.length === 0 ? null : <LeftOutList plan={plan} />}
      </div>
    </Panel>
  );
}

function Costs({ plan }: { readonly plan: BuyPlan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = useRuleWords();
  return (
    <>
      <dl>
        <dt>{t("shipments.buying.total")}</dt>
        <dd>
          <b>{format.money(plan.total, "TL")}</b>
        </dd>
        <dt>{t("shipments.buying.balanceAfter")}</dt>
        <dd>
          <b>{format.money(plan.balanceAfter, "TL")}</b>
        </dd>
      </dl>
      <div>
        <h3>{t("shipments.buying.services")}</h3>
        <dl>
          {plan.services.map(({ name, paidAt, count, total }) => [
            <dt key={`${name} ${paidAt}`}>
              {t("shipments.buying.service", { count, name })}
              {paidAt === "" ? null : ` · ${t("offers.there", { name: paidAt })}`}
            </dt>,
            <dd key={`${name} ${paidAt} total`}>{format.money(total, "TL")}</dd>,
          ])}
        </dl>
      </div>
      {plan.rules.length === 0 ? null : (
        <div data-testid="plan-rules">
          <h3>{t("shipments.buying.rules")}</h3>
          <dl>
            {plan.rules.map(({ words, count }) => [
              <dt key={words.en}>{wordsOf(words)}</dt>,
              <dd key={`${words.en} count`}>{format.count(count)}</dd>,
            ])}
          </dl>
        </div>
      )}
    </>
  );
}

function LeftOutList({ plan }: { readonly plan: BuyPlan }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div data-testid="left-out">
      <h3>
        {t("shipments.buying.leftOut", {
          count: plan.leftOut.reduce((sum, { count }) => sum + count, 0),
        })}
      </h3>
      <dl>
        {plan.leftOut.map(({ why, count }) => [
          <dt key={why}>{t(`shipments.buying.why.${why}`)}</dt>,
          <dd key={`${why} count`}>{format.count(count)}</dd>,
        ])}
      </dl>
    </div>
  );
}
