/** One answer for all open questions of a kind, where there are several. */
import { useTranslation } from "react-i18next";
import type {
  MoveIn,
  MoveInChoiceForAll,
  QuestionKind,
} from "../../../../core/station/move-in/move-in.schema.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { useAct, type Act } from "../../../ui/use-act.ts";
import settings from "../SettingsView.module.css";

type ForAllProps = {
  readonly counts: MoveIn["openQuestions"];
  readonly settle: (kind: QuestionKind, choice: MoveInChoiceForAll) => Promise<void>;
};

/** Kinds whose questions are conflicts of shipments. */
const CONFLICTS: ReadonlySet<QuestionKind> = new Set([
  "number",
  "barcode",
  "elsewhere",
  "boughtHere",
]);

/** Shows the answers. @returns null when no kind has several open questions. */
export function ForAll({ counts, settle }: ForAllProps) {
  const act = useAct();
  const several = counts.filter(({ kind, n }) => n > 1 && CONFLICTS.has(kind));
  if (several.length === 0) return null;
  return (
    <>
      <div className={settings["buttons"]} data-testid="move-in-for-all">
        {several.map((count) => (
          <OfKind key={count.kind} count={count} act={act} settle={settle} />
        ))}
      </div>
      <ActFailure act={act} />
    </>
  );
}

type OfKindProps = Pick<ForAllProps, "settle"> & {
  readonly count: ForAllProps["counts"][number];
  readonly act: Act;
};

function OfKind({ count: { kind, n }, act, settle }: OfKindProps) {
  const { t } = useTranslation();
  const give = (action: MoveInChoiceForAll["action"]) => (): void =>
    void act.run(() => settle(kind, { action }));
  const subject = t(`moveIn.conflicts.${kind as "number"}`);
  return (
    <>
      {kind === "number" ? (
        <AskTwice
          subject={subject}
          words={t("moveIn.newNumbers", { n })}
          confirm={t("moveIn.allNow", { n })}
          isSafe
          onConfirm={give("newNumber")}
        />
      ) : null}
      <AskTwice
        subject={subject}
        words={t("moveIn.leaveAll", { n, conflict: subject })}
        confirm={t("moveIn.allNow", { n })}
        isSafe
        onConfirm={give("leave")}
      />
    </>
  );
}
