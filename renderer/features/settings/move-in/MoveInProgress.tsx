/** A move that has not ended: its state, its counts, its commands and its questions. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import {
  continueMoveIn,
  endMoveIn,
  pauseMoveIn,
} from "../../../../core/station/move-in/move-in.api.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { focusHeadingIfLost } from "../../../lib/focus.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { Button } from "../../../ui/Button.tsx";
import { coreSentence, spokenSentence } from "../../../ui/core-sentence.ts";
import { Mark } from "../../../ui/Mark.tsx";
import section from "../../../ui/Section.module.css";
import { useAct } from "../../../ui/use-act.ts";
import { useFormat } from "../../../ui/use-format.ts";
import settings from "../SettingsView.module.css";
import { MoveInCounts } from "./MoveInCounts.tsx";
import { MoveInQuestions } from "./MoveInQuestions.tsx";

type MoveInProgressProps = {
  readonly move: MoveIn;
  readonly reload: () => Promise<void>;
};

/** Shows the move. Its heading gets the focus when a form that changed its state has disappeared. */
export function MoveInProgress({ move, reload }: MoveInProgressProps) {
  const { t } = useTranslation();
  const act = useAct();
  const heading = useRef<HTMLHeadingElement>(null);
  const { accountID, host, state } = move;
  useEffect(() => focusHeadingIfLost(heading.current), [state]);
  const run = (endpoint: typeof continueMoveIn | typeof pauseMoveIn | typeof endMoveIn): void =>
    void act.run(async () => {
      await call(endpoint, { params: { accountID } });
      await reload();
    });
  const isBusy = act.state.step === "running";
  return (
    <section
      className={section["section"]}
      aria-label={t("moveIn.from", { host })}
      data-testid="move-in"
    >
      <h2 ref={heading} tabIndex={-1}>
        {t("moveIn.from", { host })}
      </h2>
      <State move={move} />
      <MoveInCounts counts={move.counts} />
      <div className={settings["buttons"]}>
        {/* One button, so that it keeps the focus while its command changes. */}
        <Button
          small
          disabled={isBusy}
          onPress={() => run(state === "RUNNING" ? pauseMoveIn : continueMoveIn)}
        >
          {t(`moveIn.acts.${state === "MOVED" ? "READ" : state}`)}
        </Button>
        <AskTwice
          subject={host}
          words={t("moveIn.end")}
          confirm={t("moveIn.endNow")}
          onConfirm={() => run(endMoveIn)}
        />
      </div>
      <p>{t("moveIn.endMeans")}</p>
      <ActFailure act={act} />
      <MoveInQuestions move={move} reload={reload} fallback={heading} />
    </section>
  );
}

/** Says that the reading has ended, and which lists the server did not give. */
function Read({ move: { counts, readAt, updatedAt } }: Pick<MoveInProgressProps, "move">) {
  const { t } = useTranslation();
  const when = useFormat().instant(readAt ?? updatedAt);
  const missing = counts.filter(({ leftOut }) =>
    leftOut.some(({ reason }) => reason === "noRight" || reason === "refused"),
  );
  if (missing.length === 0) return <Mark tone="ok">{t("moveIn.read", { when })}</Mark>;
  const kinds = missing.map(({ kind }) => t(`moveIn.kinds.${kind}`)).join(", ");
  return <Mark tone="attention">{t("moveIn.readWithout", { when, kinds })}</Mark>;
}

function State({ move }: { readonly move: MoveIn }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const { state, reading, problem, readAt } = move;
  const { kind, done, total } = reading;
  const isRunning = state === "RUNNING";
  const trouble =
    problem === ""
      ? ""
      : (spokenSentence(i18n, problem) ??
        (coreSentence(i18n, problem) || t(isRunning ? "moveIn.trying" : "moveIn.refused")));
  return (
    <>
      <div role="status">
        {isRunning ? (
          <Mark tone="info">{t("moveIn.reading", { kind: t(`moveIn.kinds.${kind}`) })}</Mark>
        ) : state === "PAUSED" ? (
          <Mark tone="attention">{t("moveIn.paused")}</Mark>
        ) : (
          <Read move={move} />
        )}
        {trouble === "" ? null : <p>{trouble}</p>}
      </div>
      {readAt === null || state === "READ" ? null : (
        <p>{t("moveIn.readLast", { when: format.instant(readAt) })}</p>
      )}
      {isRunning ? (
        <div>
          {total === 0 ? null : <p>{t("moveIn.of", { done: Math.min(done, total), total })}</p>}
          <progress
            aria-label={t("moveIn.reading", { kind: t(`moveIn.kinds.${kind}`) })}
            {...(total === 0 ? {} : { value: Math.min(done, total), max: total })}
          />
        </div>
      ) : null}
    </>
  );
}
