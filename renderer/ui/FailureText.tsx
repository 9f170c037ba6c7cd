/**
 * Words for a failure by its code: what happened and what to do. Where the words cover a group of
 * causes, the words for the failure's reason follow, or on an English screen the station's own
 * sentence.
 */
import { useTranslation } from "react-i18next";
import type { Failure } from "../lib/failure.ts";
import { coreSentence } from "./core-sentence.ts";
import { reasonWords } from "./reason-words.ts";
import styles from "./FailureText.module.css";

/**
 * Codes whose words cover a group of causes; the station's own English sentence names the cause,
 * such as the wrong field.
 */
const GROUPS: ReadonlySet<string> = new Set([
  "E1071",
  "E1072",
  "E1085",
  "E1086",
  "E2000",
  "E2022",
  "E2029",
  "E2033",
  "E2035",
  "E2036",
  "E2096",
  "E2112",
  "E2114",
  "E2116",
  "E2117",
  "E2140",
  "E2141",
  "E2142",
  "E2143",
  "E2146",
  "E2150",
  "E2151",
  "E2159",
  "E2187",
  "E2188",
  "E2191",
  "E2282",
]);

/** Codes whose words introduce their reasons. */
const LEADS: ReadonlySet<string> = new Set([
  "E1085",
  "E2029",
  "E2033",
  "E2096",
  "E2143",
  "E2146",
  "E2187",
  "E2188",
  "E2191",
  "E2282",
]);

/**
 * The words for the failure's code in the screen's language; for a code that only a newer station
 * knows, the core's sentence on an English screen. The code is shown below.
 */
export function FailureText({ failure }: { readonly failure: Failure }) {
  const { t, i18n } = useTranslation();
  // Only some codes have words; other codes fall back to the message.
  const key = `errors.${failure.code as "E2000"}` as const;
  const sentence = coreSentence(i18n, failure.message);
  const text = t(key, { defaultValue: sentence || t("errors.E2000") });
  const reasons = reasonWords(i18n, failure.code, failure.reason, failure.values);
  if (reasons.length > 0) return <ByReason code={failure.code} text={text} reasons={reasons} />;
  const isWhole = text === sentence || (i18n.exists(key) && !GROUPS.has(failure.code));
  return (
    <>
      <p>{text}</p>
      {isWhole || sentence === "" ? null : <p>{sentence}</p>}
      <p className={styles["code"]}>{t("failure.codeAlone", { code: failure.code })}</p>
    </>
  );
}

/**
 * Shows the reasons in place of the code's words, because the reasons say more. For a code of
 * LEADS, such as a server that fails several checks, the reasons are details of the words, so the
 * words come first.
 */
function ByReason({
  code,
  text,
  reasons,
}: {
  readonly code: string;
  readonly text: string;
  readonly reasons: readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <>
      {LEADS.has(code) ? <p>{text}</p> : null}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p className={styles["code"]}>{t("failure.codeAlone", { code })}</p>
    </>
  );
}
