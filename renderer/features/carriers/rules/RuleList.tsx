/** The list of rules in their order, with the commands that move, edit and remove a rule. */
import { Truck } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { deleteRule, orderRules } from "../../../../core/shipping/choosing/choosing.api.ts";
import { isChoosing, type Rule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { call } from "../../../lib/bridge.ts";
import type { Failure } from "../../../lib/failure.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { Blank } from "../../../ui/Blank.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import rows from "../../../ui/Rows.module.css";
import section from "../../../ui/Section.module.css";
import { useAct, type Act } from "../../../ui/use-act.ts";
import { useRuleWords } from "../../../ui/use-rule-words.ts";
import styles from "./Rules.module.css";

type ListProps = {
  readonly rules: readonly Rule[];
  /** Why the last reading of the list failed. */
  readonly failure: Failure | null;
  /** The page from which a person comes: "new" or the id of a rule; null: from elsewhere. */
  readonly left: string | null;
  /** Opens the form of a new rule ("new"), or of the rule with this id, or the dry run ("dry"). */
  readonly onPage: (page: string) => void;
  readonly onChanged: () => Promise<void>;
};

/** Shows the list, or without rules what is chosen then. */
export function RuleList({ rules, failure, left, onPage, onChanged }: ListProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { list, moved, move } = useMoves({ rules, act, onChanged });
  const remove = (ruleID: string): void =>
    void act.run(() => call(deleteRule, { params: { ruleID } })).finally(() => void onChanged());
  if (rules.length === 0)
    return <NoRules failure={failure} left={left} onAdd={() => onPage("new")} />;
  return (
    <section className={section["section"]} aria-label={t("rules.title")} data-testid="rules">
      <header className={styles["head"]}>
        <h2>{t("rules.title")}</h2>
        <span className={styles["commands"]}>
          <Button focusNow={left === "dry"} onPress={() => onPage("dry")}>
            {t("rules.dry.open")}
          </Button>
          <Button focusNow={left === "new"} onPress={() => onPage("new")}>
            {t("rules.add")}
          </Button>
        </span>
      </header>
      <p>{t("rules.lead")}</p>
      {failure === null ? null : <FailureText failure={failure} />}
      <ol ref={list} className={rows["rows"]}>
        {rules.map((rule, at) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            at={at}
            count={rules.length}
            isLeft={left === rule.id}
            onMove={(to) => move(at, to)}
            onEdit={() => onPage(rule.id)}
            onRemove={() => remove(rule.id)}
          />
        ))}
      </ol>
      <ActFailure act={act} />
      {rules.length < 2 ? null : (
        <p className={styles["keys"]}>
          <Kbd>Alt+↑</Kbd> <Kbd>Alt+↓</Kbd> {t("rules.moveHint")}
        </p>
      )}
      <span role="status" className="hidden">
        {moved === null ? "" : t("rules.moved", { place: moved, count: rules.length })}
      </span>
    </section>
  );
}

type Moving = Pick<ListProps, "rules" | "onChanged"> & { readonly act: Act };
type Moves = {
  readonly list: RefObject<HTMLOListElement | null>;
  /** New place of the rule that was moved last, from 1; null: none was moved. */
  readonly moved: number | null;
  readonly move: (from: number, to: number) => void;
};

/** Moves rules. The focus stays in the moved row, also when its button cannot move it further. */
function useMoves({ rules, act, onChanged }: Moving): Moves {
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<{ readonly id: string; readonly focused: Element | null } | null>(null);
  const place = rules.findIndex(({ id }) => id === last.current?.id) + 1;
  useEffect(() => {
    if (last.current === null || last.current.focused === null) return;
    const row = list.current?.children[place - 1];
    const [button] = [
      last.current.focused,
      ...(row?.querySelectorAll("[data-commands] button") ?? []),
    ]
      .filter((one) => one instanceof HTMLButtonElement)
      .filter((one) => row?.contains(one) === true && !one.disabled);
    button?.focus();
    last.current = { ...last.current, focused: null };
  }, [rules, place]);
  const move = (from: number, to: number): void => {
    const ids = rules.map(({ id }) => id);
    const id = ids[from];
    if (id === undefined || ids[to] === undefined) return;
    const focused = document.activeElement;
    ids.splice(to, 0, ...ids.splice(from, 1));
    void act.run(async () => {
      try {
        await call(orderRules, { body: { ids } });
        last.current = { id, focused };
      } finally {
        await onChanged();
      }
    });
  };
  return { list, moved: place === 0 ? null : place, move };
}

type RowProps = {
  readonly rule: Rule;
  /** The rule's index from 0, and the number of rules. */
  readonly at: number;
  readonly count: number;
  /** Whether a person comes from the form of this rule. */
  readonly isLeft: boolean;
  readonly onMove: (to: number) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
};

/** Shows a rule with its number, its words and its buttons. */
function RuleRow({ rule, at, count, isLeft, onMove, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation();
  const words = useRuleWords()(rule.words);
  const place = at + 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || event.ctrlKey || event.shiftKey || by === 0) return;
    event.preventDefault();
    onMove(at + by);
  };
  return (
    <li onKeyDown={onKeyDown}>
      <span className={styles["place"]}>{place}</span>
      <span className={rows["what"]}>
        <span>{words}</span>
        {rule.isTargetKnown ? null : <Gone action={rule.action} />}
      </span>
      <span className={styles["commands"]} data-commands="">
        <Button
          small
          disabled={at === 0}
          label={t("rules.upOf", { place })}
          onPress={() => onMove(at - 1)}
        >
          <span aria-hidden>↑</span> {t("rules.up")}
        </Button>
        <Button
          small
          disabled={place === count}
          label={t("rules.downOf", { place })}
          onPress={() => onMove(at + 1)}
        >
          <span aria-hidden>↓</span> {t("rules.down")}
        </Button>
        <Button small focusNow={isLeft} label={t("rules.editOf", { place })} onPress={onEdit}>
          {t("rules.edit")}
        </Button>
        <AskTwice
          subject={words}
          words={t("rules.remove")}
          confirm={t("rules.removeNow")}
          onConfirm={onRemove}
        />
      </span>
    </li>
  );
}

/** Says that what a rule names is gone, and what follows. */
function Gone({ action }: Pick<Rule, "action">) {
  const { t } = useTranslation();
  if (!("target" in action)) return null;
  const what = t(`rules.gone.${action.target.kind}`);
  return (
    <Mark tone="attention">
      {t(isChoosing(action) ? "rules.gone.prefer" : "rules.gone.never", { what })}
    </Mark>
  );
}

/** Says what is chosen without rules, with the act that adds the first one. */
function NoRules({
  failure,
  left,
  onAdd,
}: Pick<ListProps, "failure" | "left"> & { readonly onAdd: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles["page"]} data-testid="rules">
      {failure === null ? null : <FailureText failure={failure} />}
      <Blank
        Icon={Truck}
        title={t("rules.emptyTitle")}
        text={t("rules.empty")}
        act={
          <Button rank="primary" focusNow={left !== null} onPress={onAdd}>
            {t("rules.add")}
          </Button>
        }
      />
    </div>
  );
}
