/** Result of the check of a marketplace: a word, and what a person should know or do. */
import { useTranslation } from "react-i18next";
import type { ConnectionTest } from "../../../../core/shipping/accounts/connections.schema.ts";
import { spokenSentence } from "../../../ui/core-sentence.ts";
import { Mark } from "../../../ui/Mark.tsx";
import styles from "./Marketplaces.module.css";

const TONES = {
  accepted: "ok",
  refused: "stop",
  unreachable: "attention",
  warned: "attention",
} as const;

type CheckProps = { readonly tested: ConnectionTest; readonly name: string };

/** An accepted account has a first line about its balance; further lines are warnings. */
function linesOf({ result, words }: ConnectionTest): readonly string[] {
  const lines = words.split("\n").filter(Boolean);
  return result === "accepted" ? lines.slice(1) : lines;
}

/** Shows the result in a word. */
export function CheckMark({ tested, name }: CheckProps) {
  const { t } = useTranslation();
  const isWarned = tested.result === "accepted" && linesOf(tested).length > 0;
  const result = isWarned ? "warned" : tested.result;
  return <Mark tone={TONES[result]}>{t(`marketplaces.checked.${result}`, { name })}</Mark>;
}

/** Shows the sentences of the result. @returns null when there are none. */
export function CheckWords({ tested }: Pick<CheckProps, "tested">) {
  const { i18n } = useTranslation();
  return linesOf(tested).map((line) => (
    <p key={line} className={styles["words"]}>
      {spokenSentence(i18n, line) ?? line}
    </p>
  ));
}
