/** The list of agreements with the panel of the agreement in hand. */
import { FileText } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import type { Failure } from "../../../lib/failure.ts";
import { Blank } from "../../../ui/Blank.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { enterPanel, leavePanel } from "../../../ui/list/panel-focus.ts";
import { useIsNarrow } from "../../../ui/list/SidePanel.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { SamplePrice } from "../../../ui/SamplePrice.tsx";
import { BigTable, type BigColumn } from "../../../ui/table/BigTable.tsx";
import { useKeptColumns } from "../../../ui/table/kept-columns.ts";
import { noteOpenPart } from "../../../ui/use-esc-closes.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { AgreementPanel } from "./AgreementPanel.tsx";
import { Left } from "./Left.tsx";
import { leftWords, paymentWords, pricesWords } from "./agreement-words.ts";
import styles from "./Agreements.module.css";
import type { OpenPage } from "./use-agreement-page.ts";

type ListProps = {
  readonly agreements: readonly AgreementView[];
  readonly open: OpenPage;
  /** Why the last reading of the list failed. */
  readonly failure: Failure | null;
  readonly onChanged: () => Promise<void>;
};

/** Shows the list, or without agreements what an agreement is for. */
export function AgreementList({ agreements, open, failure, onChanged }: ListProps) {
  const { t } = useTranslation();
  const [handID, setHand] = useState(open.id);
  const { isIn, setIn, leave } = useInPanel();
  const isNarrow = useIsNarrow();
  const inHand = agreements.find(({ id }) => id === handID) ?? agreements[0];
  useEffect(focusIfLost, []);
  if (agreements.length === 0) return <NoAgreements open={open} />;
  return (
    <div className={styles["whole"]} data-testid="agreements">
      <header className={styles["head"]}>
        <div>
          <h2>{t("agreements.title")}</h2>
          <p>{t("agreements.lead")}</p>
        </div>
        <Button onPress={() => open.go("new")}>{t("agreements.add")}</Button>
      </header>
      {failure === null ? null : <FailureText failure={failure} />}
      <div className={styles["work"]}>
        <Table
          agreements={agreements}
          inHand={inHand}
          onHand={setHand}
          onOpen={() => {
            setIn(true);
            enterPanel();
          }}
        />
        {inHand === undefined || (isNarrow && !isIn) ? null : (
          <div
            className={styles["side"]}
            onFocus={() => setIn(true)}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setIn(false);
            }}
          >
            <AgreementPanel
              key={inHand.id}
              agreement={inHand}
              open={open}
              onChanged={onChanged}
              onClose={leave}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Focuses the list, or the command of an empty section, when the page that was left had the focus. */
function focusIfLost(): void {
  if (document.activeElement !== document.body) return;
  const section = document.querySelector('[data-testid="agreements"]');
  const part = section?.querySelector('[role="grid"]') ?? section?.querySelector("button");
  if (part instanceof HTMLElement) part.focus();
}

type InPanel = {
  readonly isIn: boolean;
  readonly setIn: (isIn: boolean) => void;
  /** Returns the focus to the list. */
  readonly leave: () => void;
};

/** Returns whether the focus is in the panel, which Esc leaves. */
function useInPanel(): InPanel {
  const [isIn, setIn] = useState(false);
  const leave = useCallback(() => {
    leavePanel();
    setIn(false);
  }, []);
  useEffect(() => (isIn ? noteOpenPart(leave) : undefined), [isIn, leave]);
  return { isIn, setIn, leave };
}

/** Says what an agreement is for, with the act that enters the first one. */
function NoAgreements({ open }: { readonly open: OpenPage }) {
  const { t } = useTranslation();
  return (
    <div className={styles["whole"]} data-testid="agreements">
      <Blank
        Icon={FileText}
        title={t("agreements.emptyTitle")}
        text={t("agreements.empty")}
        act={
          <Button rank="primary" onPress={() => open.go("new")}>
            {t("agreements.add")}
          </Button>
        }
      />
    </div>
  );
}

type TableProps = {
  readonly agreements: readonly AgreementView[];
  readonly inHand: AgreementView | undefined;
  readonly onHand: (id: string) => void;
  readonly onOpen: () => void;
};

function Table({ agreements, inHand, onHand, onOpen }: TableProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("agreements", []);
  const rowAt = useCallback((place: number) => agreements[place], [agreements]);
  return (
    <BigTable
      testID="agreement-list"
      label={t("agreements.title")}
      columns={columns}
      kept={kept}
      onKeep={keep}
      count={agreements.length}
      rowAt={rowAt}
      startAt={Math.max(
        0,
        agreements.findIndex(({ id }) => id === inHand?.id),
      )}
      foot={{
        copy: t("agreements.copyHint"),
        position: (place, count) => t("list.position", { place, count, more: "" }),
      }}
      onSeen={ignore}
      onActive={(place) => onHand(agreements[place]?.id ?? "")}
      onOpen={onOpen}
    />
  );
}

/** Does nothing when rows come into view, because one request reads all agreements. */
function ignore(): void {}

function useColumns(): readonly BigColumn<AgreementView>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "carrier",
        words: t("agreements.column.carrier"),
        width: 150,
        grows: true,
        text: ({ name }) => name,
        show: ({ name, isSample }) => (
          <>
            {name} {isSample ? <SamplePrice /> : null}
          </>
        ),
      },
      {
        id: "number",
        words: t("agreements.column.number"),
        width: 130,
        yields: 2,
        text: ({ contractNumber }) => contractNumber,
      },
      {
        id: "prices",
        words: t("agreements.column.prices"),
        width: 200,
        text: (agreement) => pricesWords(agreement, t, format),
        show: (agreement) =>
          agreement.versions.some(({ state }) => state === "inForce") ? (
            pricesWords(agreement, t, format)
          ) : (
            <Mark tone="attention">{pricesWords(agreement, t, format)}</Mark>
          ),
      },
      {
        id: "left",
        words: t("agreements.column.left"),
        width: 170,
        text: (agreement) => leftWords(agreement, t).words,
        show: (agreement) => <Left agreement={agreement} />,
      },
      {
        id: "payment",
        words: t("agreements.column.payment"),
        width: 240,
        yields: 1,
        text: (agreement) => paymentWords(agreement, t, format),
      },
    ],
    [t, format],
  );
}
