/** Orders that a file has changed, each with its differences, and the ways to decide. */
import { useTranslation } from "react-i18next";
import type { ImportResult } from "../../../core/shipping/imports/imports.schema.ts";
import type { OrderChange } from "../../../core/shipping/order-changes/order-changes.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { DifferenceTable } from "../../ui/order-changes/DifferenceTable.tsx";
import { isAppliable, nameOfChange, whyNot } from "../../ui/order-changes/needs-decision.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./ChangeList.module.css";
import { appliableOf } from "./changes.slice.ts";
import { useImports } from "./use-imports.ts";

/** Lists the changes, and offers to take all that are not bought; nothing without a change. */
export function ChangeList({ changes }: { readonly changes: readonly OrderChange[] }) {
  const { t } = useTranslation();
  const outcomes = useImports((store) => store.changeOutcomes);
  const isDeciding = useImports((store) => store.areChangesDeciding);
  const decide = useImports((store) => store.decideChanges);
  if (changes.length === 0) return null;
  const appliable = appliableOf(changes, outcomes).filter(({ kind }) => kind === "CHANGED");
  return (
    <div data-testid="changes">
      <p className={styles["lead"]}>{t("orderChanges.lead")}</p>
      {appliable.length < 2 ? null : (
        <Button
          disabled={isDeciding}
          onPress={() => void decide(appliable, "apply").then(() => keepFocus(null))}
        >
          {t("orderChanges.applyAll", { count: appliable.length })}
        </Button>
      )}
      <ul className={styles["list"]}>
        {changes.map((change) => (
          <Change key={nameOfChange(change)} change={change} />
        ))}
      </ul>
    </div>
  );
}

/** Numbers of changed orders, and of cancelled orders that were never here. */
export function ChangeCounts({ result }: { readonly result: ImportResult }) {
  const { t } = useTranslation();
  return (
    <>
      {result.skipped === 0 ? null : (
        <p data-testid="import-skipped">{t("orderChanges.skipped", { count: result.skipped })}</p>
      )}
      {result.changedCount === 0 ? null : (
        <p data-testid="import-changed">
          {t("orderChanges.title", { count: result.changedCount })}
        </p>
      )}
    </>
  );
}

function Change({ change }: { readonly change: OrderChange }) {
  const { t } = useTranslation();
  const format = useFormat();
  const outcome = useImports((store) => store.changeOutcomes[nameOfChange(change)]);
  const { recipientName, orderNumber, fileName, arrivedAt } = change;
  const reason = whyNot(change);
  return (
    <li tabIndex={-1}>
      <h3>
        {t("orderChanges.name", { order: orderNumber })} · {recipientName}
      </h3>
      <DifferenceTable change={change} />
      <p className={styles["from"]}>
        {t("orderChanges.from", { file: fileName, at: format.instant(arrivedAt) })}
      </p>
      {typeof outcome === "string" ? (
        <Mark tone="ok">{t(`orderChanges.done.${outcome}`)}</Mark>
      ) : (
        <>
          {reason === null ? null : <Mark tone="attention">{t(`because.E2282.${reason}`)}</Mark>}
          {outcome === undefined ? null : (
            <div role="alert">
              <FailureText failure={outcome} />
            </div>
          )}
          <Ways change={change} />
        </>
      )}
    </li>
  );
}

function Ways({ change }: { readonly change: OrderChange }) {
  const { t } = useTranslation();
  const isDeciding = useImports((store) => store.areChangesDeciding);
  const decide = useImports((store) => store.decideChanges);
  const { kind, orderNumber } = change;
  const name = t("orderChanges.name", { order: orderNumber });
  const answer = async (act: "apply" | "dismiss"): Promise<void> => {
    const item = document.activeElement?.closest("li");
    const next = item?.nextElementSibling ?? item?.previousElementSibling ?? null;
    await decide([change], act);
    keepFocus(next);
  };
  return (
    <div className={styles["ways"]}>
      {isAppliable(change) ? (
        <Button
          small
          danger={kind === "CANCELLED"}
          disabled={isDeciding}
          label={`${t(`orderChanges.apply.${kind}`)}: ${name}`}
          onPress={() => void answer("apply")}
        >
          {t(`orderChanges.apply.${kind}`)}
        </Button>
      ) : null}
      <Button
        small
        rank="quiet"
        disabled={isDeciding}
        label={`${t("orderChanges.keep")}: ${name}`}
        onPress={() => void answer("dismiss")}
      >
        {t("orderChanges.keep")}
      </Button>
    </div>
  );
}

/**
 * Moves the focus when its button went with the decision, so that the keyboard goes on from there.
 *
 * @param next The change to go to; null, or one that is gone: the panel.
 */
function keepFocus(next: Element | null): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const place = next?.isConnected === true ? next : document.getElementById("right-half");
    if (place instanceof HTMLElement) place.focus();
  });
}
