/** Sources of orders in Settings: how their files are read, and what their orders must have. */
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteOrderSource,
  listOrderSources,
  saveOrderSource,
} from "../../../core/shipping/sources/order-sources.api.ts";
import {
  DEFAULT_SOURCE,
  SOURCE_DEMANDS,
  type OrderSource,
  type SourceDemand,
} from "../../../core/shipping/sources/order-sources.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./OrderSources.module.css";
import { useImports } from "./use-imports.ts";

/** The most headings of a source to show. */
const MOST_HEADINGS = 8;

/** Lists the sources; each choice is saved at once. */
export function OrderSources() {
  const { t } = useTranslation();
  const { value, failure, reload } = useLoaded(() => call(listOrderSources));
  const event = useImports((store) => store.sourcesEvent);
  useEffect(() => void reload(), [event, reload]);
  return (
    <section
      className={section["section"]}
      aria-label={t("sources.title")}
      data-testid="order-sources"
    >
      <h2>{t("sources.title")}</h2>
      <p>{t("sources.lead")}</p>
      {failure === null ? null : <FailureText failure={failure} />}
      <ul className={rows["rows"]}>
        {value?.list.map((source) => (
          <SourceRow key={source.id} source={source} reload={reload} />
        ))}
      </ul>
    </section>
  );
}

type SourceRowProps = { readonly source: OrderSource; readonly reload: () => Promise<void> };

function SourceRow({ source, reload }: SourceRowProps) {
  const { t } = useTranslation();
  const act = useAct();
  const name = source.name === DEFAULT_SOURCE ? t("sources.usual") : source.name;
  const headings = Object.values(source.columns).filter((heading) => heading !== "");
  const { demands, failure, change } = useDemands(source);
  const forget = (): void =>
    void act.run(async () => {
      await call(deleteOrderSource, { params: { sourceID: source.id } });
      await reload();
    });
  return (
    <li data-testid="order-source">
      <div className={rows["what"]}>
        <b>{name}</b>
        <span className={rows["soft"]}>
          {headings.length > 0
            ? t("sources.reads", {
                headings:
                  headings.slice(0, MOST_HEADINGS).join(" · ") +
                  (headings.length > MOST_HEADINGS ? " …" : ""),
              })
            : source.name === DEFAULT_SOURCE
              ? t("sources.usualHint")
              : t("sources.byProgram")}
        </span>
      </div>
      {source.isKept && source.name !== DEFAULT_SOURCE ? (
        <AskTwice
          subject={name}
          words={t("sources.forget")}
          confirm={t("sources.forgetNow")}
          onConfirm={forget}
        />
      ) : null}
      <Demands name={name} demands={demands} onChange={change} />
      {failure === null ? null : (
        <div role="alert" className={rows["below"]}>
          <FailureText failure={failure} />
        </div>
      )}
      <ActFailure act={act} />
    </li>
  );
}

/**
 * Shows a choice at once, and saves the choices one after the other; after a failure, and once another
 * station or window has changed the source, as stored.
 */
function useDemands({ name, demands: stored }: OrderSource) {
  const [demands, setDemands] = useState(stored);
  const [failure, setFailure] = useState<Failure | null>(null);
  const saved = useRef(stored);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const saving = useRef(0);
  useEffect(() => {
    saved.current = stored;
    if (saving.current === 0) setDemands(stored);
  }, [stored]);
  const change = (chosen: SourceDemand[]): void => {
    setDemands(chosen);
    saving.current += 1;
    last.current = last.current
      .then(() => call(saveOrderSource, { body: { name, demands: chosen } }))
      .then(
        () => setFailure(null),
        (error: unknown) => {
          setDemands(saved.current);
          setFailure(failureOf(error));
        },
      )
      .finally(() => {
        saving.current -= 1;
      });
  };
  return { demands, failure, change };
}

type DemandsProps = {
  /** Name of the source, for screen readers. */
  readonly name: string;
  readonly demands: readonly SourceDemand[];
  readonly onChange: (demands: SourceDemand[]) => void;
};

/** Papers without which nothing is bought for an order of the source. */
function Demands({ name, demands, onChange }: DemandsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset className={styles["demands"]}>
      <legend className={styles["legend"]}>
        {t("sources.demands")}
        <span className="hidden">: {name}</span>
      </legend>
      {SOURCE_DEMANDS.map((demand) => (
        <label key={demand} htmlFor={`${id}-${demand}`}>
          <input
            id={`${id}-${demand}`}
            type="checkbox"
            checked={demands.includes(demand)}
            onChange={({ target }) =>
              onChange(
                SOURCE_DEMANDS.filter((one) =>
                  one === demand ? target.checked : demands.includes(one),
                ),
              )
            }
          />
          {t(`sources.demand.${demand}`)}
        </label>
      ))}
    </fieldset>
  );
}
