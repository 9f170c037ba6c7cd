/** Field for the join code: typed, pasted or scanned. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { joinHub } from "../../../core/sync/sync.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import type { Joining } from "./joining.ts";
import styles from "./Stations.module.css";
import { useStations } from "./use-stations.ts";

/** Shows an error below the code until the code is changed. */
export function JoinForm({ joining: { act, by, forget, join } }: { readonly joining: Joining }) {
  const { t } = useTranslation();
  const code = useStations((store) => store.joinCode);
  const type = useStations((store) => store.typeJoinCode);
  const scans = useStations((store) => store.scannedCodes);
  const [isJudged, setJudged] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // A scan has filled the field; the field gets the focus, so that Enter joins.
  useEffect(() => {
    if (scans > 0) field.current?.focus();
  }, [scans]);
  const isRunning = act.state.step === "running";
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setJudged(true);
    if (isCode(code) && !isRunning)
      void join("code", () => call(joinHub, { body: { code } })).then(() => field.current?.focus());
  };
  return (
    <form
      className={styles["join"]}
      noValidate
      aria-label={t("stations.alone.join")}
      onSubmit={send}
    >
      <Field
        label={t("stations.alone.code")}
        hint={t("stations.alone.codeHint")}
        placeholder="PB1-…"
        value={code}
        inputRef={field}
        wrong={isJudged && !isCode(code) ? t("stations.alone.codeWrong") : null}
        onChange={(text) => {
          setJudged(false);
          forget();
          type(text);
        }}
      >
        <Button submits rank="primary" keyName="Enter" disabled={isRunning}>
          {t("stations.alone.join")}
        </Button>
      </Field>
      <div role="status">
        {isRunning && by === "code" ? <p>{t("stations.joining.asks")}</p> : null}
      </div>
      {by === "code" ? <ActFailure act={act} /> : null}
    </form>
  );
}

/** Checks roughly whether a text is a join code; the core parses the code. */
function isCode(text: string): boolean {
  return /PB1-\S/i.test(text);
}
