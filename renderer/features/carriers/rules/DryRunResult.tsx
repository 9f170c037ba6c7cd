/** Result of a dry run: sums, services, rules, the largest changes, and what was not priced. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { moneyText, parseMoney } from "../../../../core/base/money.ts";
import type { DryRun } from "../../../../core/fulfilment/dry-runs/dry-runs.schema.ts";
import { Mark } from "../../../ui/Mark.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { useRuleWords } from "../../../ui/use-rule-words.ts";
import styles from "./Rules.module.css";

/** Most changes that are shown. */
const SHOWN = 20;
const minorOf = (text: string): number => parseMoney(text) ?? 0;

/** Shows the result; a sentence when nothing was bought in the period. */
export function DryRunResult({ run }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (run.bought.shipments === 0) return <p>{t("rules.dry.none")}</p>;
  return (
    <div className={styles["page"]}>
      <h3>
        {t("rules.dry.changed", { count: run.changed, all: format.count(run.bought.shipments) })}
      </h3>
      <Notes run={run} />
      <Sums run={run} />
      <Services run={run} />
      <ByRule run={run} />
      <Changes run={run} />
    </div>
  );
}

/** Notes on shipments that the sums leave out, or count as bought. */
function Notes({ run }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  const notes = [
    run.inPeriod > run.bought.shipments
      ? t("rules.dry.newest", {
          shown: format.count(run.bought.shipments),
          all: format.count(run.inPeriod),
        })
      : null,
    run.unpriced > 0 ? t("rules.dry.unpriced", { count: run.unpriced }) : null,
    run.excluded > 0 ? t("rules.dry.excluded", { count: run.excluded }) : null,
  ].filter((note) => note !== null);
  return (
    <>
      {notes.map((note) => (
        <p key={note}>
          <Mark tone="attention">{note}</Mark>
        </p>
      ))}
      {run.notPriced.length === 0 ? null : (
        <details>
          <summary>{t("rules.dry.which")}</summary>
          <ul>
            {run.notPriced.map(({ shipmentID, shipmentNumber, orderNumber, why }) => (
              <li key={shipmentID}>
                {orderNumber === "" ? `#${shipmentNumber}` : orderNumber}:{" "}
                {t(`rules.dry.why.${why}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Total and days of the purchases and of the rules, and their difference. */
function Sums({ run: { bought, byRules } }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  const difference = minorOf(byRules.total) - minorOf(bought.total);
  const days = byRules.averageDays - bought.averageDays;
  const sign = (value: number): string => (value > 0 ? "+" : value < 0 ? "−" : "");
  const dayText = (value: number): string => format.measure(String(Math.abs(value)), 1, 1);
  return (
    <Table
      label={t("rules.dry.total")}
      heads={["", t("rules.dry.bought"), t("rules.dry.byRules"), t("rules.dry.difference")]}
    >
      <tr data-testid="dry-total">
        <th scope="row">{t("rules.dry.total")}</th>
        <td>{format.money(bought.total, "TL")}</td>
        <td>{format.money(byRules.total, "TL")}</td>
        <td>
          <b>
            {sign(difference)}
            {format.money(moneyText(Math.abs(difference)), "TL")}
          </b>
        </td>
      </tr>
      <tr>
        <th scope="row">{t("rules.dry.average")}</th>
        <td>{dayText(bought.averageDays)}</td>
        <td>{dayText(byRules.averageDays)}</td>
        <td>
          {sign(Math.round(days * 10))}
          {dayText(days)}
        </td>
      </tr>
    </Table>
  );
}

function Services({ run }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  const services = run.services.toSorted((a, b) => b.byRules - a.byRules || b.bought - a.bought);
  return (
    <Table
      label={t("rules.dry.service")}
      heads={[t("rules.dry.service"), t("rules.dry.bought"), "", t("rules.dry.byRules"), ""]}
    >
      {services.map((one) => (
        <tr key={one.providerServiceCode}>
          <th scope="row">{one.name}</th>
          <td>{format.count(one.bought)}</td>
          <td>{format.money(one.boughtTotal, "TL")}</td>
          <td>{format.count(one.byRules)}</td>
          <td>{format.money(one.byRulesTotal, "TL")}</td>
        </tr>
      ))}
    </Table>
  );
}

function ByRule({ run }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  const wordsOf = useRuleWords();
  return (
    <Table label={t("rules.dry.rule")} heads={[t("rules.dry.rule"), t("rules.dry.shipments")]}>
      {run.rules.map(({ words, shipments }, at) => (
        // The place is the rule's identity: two rules may have the same words.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={at}>
          <th scope="row">
            {words === null ? t("rules.dry.noRule") : `${at + 1}. ${wordsOf(words)}`}
          </th>
          <td>{format.count(shipments)}</td>
        </tr>
      ))}
    </Table>
  );
}

function Changes({ run }: { readonly run: DryRun }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (run.changes.length === 0) return null;
  return (
    <Table
      label={t("rules.dry.largest")}
      heads={[t("rules.dry.largest"), t("rules.dry.bought"), "", t("rules.dry.byRules"), ""]}
    >
      {run.changes.slice(0, SHOWN).map((one) => (
        <tr key={one.shipmentID}>
          <th scope="row">{one.orderNumber === "" ? `#${one.shipmentNumber}` : one.orderNumber}</th>
          <td>{one.bought}</td>
          <td>{format.money(one.boughtAmount, "TL")}</td>
          <td>{one.byRules}</td>
          <td>{format.money(one.byRulesAmount, "TL")}</td>
        </tr>
      ))}
    </Table>
  );
}

type TableProps = {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
};

/** A table whose first column names its rows; the arrow keys scroll it when it is too wide. */
function Table({ label, heads, children }: TableProps) {
  return (
    <div className={styles["scroll"]} role="region" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the columns never change
              <Head key={at} words={head} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The head of a column; an empty cell above names of rows, and above the second of two columns. */
function Head({ words }: { readonly words: string }) {
  return words === "" ? <td /> : <th scope="col">{words}</th>;
}
