/** Questions of a move that a person settles, some at a time. */
import { useCallback, useEffect, useRef, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import {
  listMoveInQuestions,
  settleMoveInQuestion,
  settleMoveInQuestions,
} from "../../../../core/station/move-in/move-in.api.ts";
import type {
  MoveIn,
  MoveInChoice,
  MoveInChoiceForAll,
  MoveInQuestion,
  QuestionKind,
} from "../../../../core/station/move-in/move-in.schema.ts";
import { listDistricts } from "../../../../core/shipping/geo/geo.api.ts";
import { call } from "../../../lib/bridge.ts";
import { focusHeadingIfLost } from "../../../lib/focus.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmedSelect } from "../../../ui/ConfirmedSelect.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import rows from "../../../ui/Rows.module.css";
import { useAct } from "../../../ui/use-act.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { ForAll } from "./MoveInForAll.tsx";
import styles from "./MoveIn.module.css";

/** The most questions that are shown at once. */
const MOST_SHOWN = 20;
const NONE: readonly MoveInQuestion[] = [];

/** Reads the first questions that are not settled; they are listed first. */
async function readOpen(accountID: string): Promise<MoveInQuestion[]> {
  const found = await call(listMoveInQuestions, {
    params: { accountID },
    query: { limit: MOST_SHOWN },
  });
  return found.filter(({ state }) => state !== "SETTLED");
}

type MoveInQuestionsProps = {
  readonly move: Pick<MoveIn, "accountID" | "questions" | "openQuestions">;
  /** Reads the move again. */
  readonly reload: () => Promise<void>;
  /** Heading that gets a lost focus when there are no questions. */
  readonly fallback: RefObject<HTMLElement | null>;
};

/** Reads the questions whenever their number changes. */
export function MoveInQuestions({ move, reload, fallback }: MoveInQuestionsProps) {
  const { accountID, questions: open, openQuestions } = move;
  const list = useLoaded(() => (open === 0 ? Promise.resolve([]) : readOpen(accountID)));
  const readList = list.reload;
  useEffect(() => void readList(), [readList, open]);
  const settle = useCallback(
    async ({ kind, key }: MoveInQuestion, choice: MoveInChoice): Promise<void> => {
      await call(settleMoveInQuestion, { params: { accountID, kind, key }, body: choice });
      await Promise.all([readList(), reload()]);
    },
    [accountID, readList, reload],
  );
  const settleAll = useCallback(
    async (kind: QuestionKind, choice: MoveInChoiceForAll): Promise<void> => {
      await call(settleMoveInQuestions, { params: { accountID, kind }, body: choice });
      await Promise.all([readList(), reload()]);
    },
    [accountID, readList, reload],
  );
  if (list.failure !== null) return <FailureText failure={list.failure} />;
  return (
    <Questions questions={list.value ?? NONE} open={open} settle={settle} fallback={fallback}>
      <ForAll counts={openQuestions} settle={settleAll} />
    </Questions>
  );
}

type Settle = (question: MoveInQuestion, choice: MoveInChoice) => Promise<void>;

type QuestionsProps = Pick<MoveInQuestionsProps, "fallback"> & {
  readonly questions: readonly MoveInQuestion[];
  /** Number of questions that are not settled. */
  readonly open: number;
  /** Shown above the list. */
  readonly children?: ReactNode;
  readonly settle: Settle;
};

/**
 * Shows the questions. When a settled question disappears with its buttons, the heading gets the
 * focus, and Tab leads to the next question.
 */
export function Questions({ questions, open, settle, fallback, children }: QuestionsProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusHeadingIfLost(heading.current ?? fallback.current), [questions, fallback]);
  if (questions.length === 0) return null;
  return (
    <div className={styles["questions"]} data-testid="move-in-questions">
      <h3 ref={heading} tabIndex={-1}>
        {t("moveIn.questions", { count: open })}
      </h3>
      {children}
      <ul className={rows["rows"]}>
        {questions.map((question) => (
          <Question
            key={`${question.kind} ${question.key}`}
            question={question}
            settle={(choice) => settle(question, choice)}
          />
        ))}
      </ul>
      {open > questions.length ? <p>{t("moveIn.more")}</p> : null}
    </div>
  );
}

type QuestionProps = {
  readonly question: MoveInQuestion;
  readonly settle: (choice: MoveInChoice) => Promise<void>;
};

function Question({ question, settle }: QuestionProps) {
  const { t } = useTranslation();
  const act = useAct();
  const { kind, text, state } = question;
  const give = async (choice: MoveInChoice): Promise<void> =>
    void (await act.run(() => settle(choice)));
  const leave = (): void => void give({ action: "leave" });
  return (
    <li className={styles["question"]}>
      <span className={rows["what"]}>
        <b>{kind === "district" || kind === "account" ? text : t("moveIn.number", { text })}</b>
        <span className={rows["soft"]}>{t(`moveIn.asks.${kind}`)}</span>
      </span>
      {state === "CHOSEN" ? (
        <Mark tone="info">{t("moveIn.chosen")}</Mark>
      ) : (
        <>
          {kind === "district" ? <District question={question} give={give} /> : null}
          {kind === "number" ? (
            <Button
              small
              label={`${t("moveIn.newNumber")}: ${text}`}
              disabled={act.state.step === "running"}
              onPress={() => void give({ action: "newNumber" })}
            >
              {t("moveIn.newNumber")}
            </Button>
          ) : null}
          {kind === "account" ? (
            <Button
              small
              label={`${t("moveIn.entered")}: ${text}`}
              disabled={act.state.step === "running"}
              onPress={leave}
            >
              {t("moveIn.entered")}
            </Button>
          ) : (
            <AskTwice
              subject={text}
              words={t("moveIn.leave")}
              confirm={t("moveIn.leaveNow")}
              isSafe
              onConfirm={leave}
            />
          )}
        </>
      )}
      {act.state.step === "failed" ? (
        <div className={rows["below"]}>
          <ActFailure act={act} />
        </div>
      ) : null}
    </li>
  );
}

/** Districts of the question's province; the key of the question begins with its code. */
function District({
  question: { key, text },
  give,
}: {
  readonly question: MoveInQuestion;
  readonly give: (choice: MoveInChoice) => Promise<void>;
}) {
  const { t } = useTranslation();
  const [cityCode = ""] = key.split(" ");
  const districts = useLoaded(() =>
    call(listDistricts, { query: { countryCode: "TR", cityCode } }),
  );
  return (
    <ConfirmedSelect
      label={t("moveIn.district", { text })}
      isLabelHidden
      value=""
      none={t("moveIn.noDistrict")}
      options={(districts.value ?? []).map(({ name, districtID }) => ({
        value: String(districtID),
        words: name,
      }))}
      give={t("moveIn.choose")}
      subject={text}
      onGive={(value) => give({ action: "district", districtID: Number(value) })}
    />
  );
}
