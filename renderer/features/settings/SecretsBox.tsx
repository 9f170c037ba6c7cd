/**
 * Stored passwords: a recovery key to keep on paper, and what to do when the encryption key is
 * lost.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  forgetSecrets,
  getStoredSecrets,
  recoverSecrets,
  showRecoveryKey,
} from "../../../core/station/keys/keys.api.ts";
import type { StoredSecrets } from "../../../core/station/keys/keys.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./SettingsView.module.css";

/** On mount, reads which secrets are stored; shows the recovery key on request. */
export function SecretsBox() {
  const { t } = useTranslation();
  const loaded = useLoaded(() => call(getStoredSecrets));
  const [changed, setChanged] = useState<{
    readonly secrets: StoredSecrets;
    readonly how: "recovered" | "forgotten";
  } | null>(null);
  const secrets = changed?.secrets ?? loaded.value;
  const hadPins = loaded.value?.sealed.some(({ kind }) => kind === "pin") === true;
  if (secrets?.state === "lost")
    return <Lost secrets={secrets} onChange={(now, how) => setChanged({ secrets: now, how })} />;
  return (
    <section className={section["section"]} aria-label={t("secrets.title")} data-testid="secrets">
      <h2>{t("secrets.title")}</h2>
      <div role="status">
        {changed === null ? null : <Mark tone="ok">{t(`secrets.${changed.how}`)}</Mark>}
        {changed?.how === "forgotten" && hadPins ? <p>{t("secrets.pinsForgotten")}</p> : null}
      </div>
      {loaded.failure === null ? null : <FailureText failure={loaded.failure} />}
      {secrets === null ? null : (
        <>
          <p>{t(secrets.kind === "os" ? "secrets.leadStore" : "secrets.leadFile")}</p>
          {secrets.state === "none" ? (
            <p>{t("secrets.none")}</p>
          ) : (
            <RecoveryKey count={secrets.sealed.length} />
          )}
        </>
      )}
    </section>
  );
}

function RecoveryKey({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState("");
  const act = useAct();
  return (
    <>
      <p>{t("secrets.keep", { count })}</p>
      {shown === "" ? (
        <div>
          <Button
            disabled={act.state.step === "running"}
            onPress={() =>
              void act.run(async () => setShown((await call(showRecoveryKey)).recoveryKey))
            }
          >
            {t("secrets.show")}
          </Button>
        </div>
      ) : (
        <>
          <CopyText label={t("secrets.recoveryKey")} text={shown} focusNow />
          <p>{t("secrets.paper")}</p>
        </>
      )}
      <ActFailure act={act} />
    </>
  );
}

type LostProps = {
  readonly secrets: StoredSecrets;
  readonly onChange: (secrets: StoredSecrets, how: "recovered" | "forgotten") => void;
};

/** Lists the lost secrets above the button that deletes them: the person sees what will be lost. */
function Lost({ secrets, onChange }: LostProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const act = useAct();
  const forgetting = useAct();
  return (
    <div className={section["sections"]} data-testid="secrets">
      <ActForm
        title={t("secrets.lost")}
        lead={t("secrets.lostLead")}
        command={t("secrets.recover")}
        act={act}
        onSubmit={() =>
          void act.run(async () =>
            onChange(await call(recoverSecrets, { body: { recoveryKey: text } }), "recovered"),
          )
        }
      >
        <Field label={t("secrets.recoveryKey")} value={text} onChange={setText} />
      </ActForm>
      <section className={section["section"]} aria-label={t("secrets.unreadable")}>
        <h2>{t("secrets.unreadable")}</h2>
        <ul className={rows["rows"]}>
          {secrets.sealed.map(({ kind, name, organization }) => (
            <li key={`${kind} ${name} ${organization}`}>
              <span className={rows["what"]}>
                <b>{[t(`secrets.kinds.${kind}`), name].filter(Boolean).join(": ")}</b>
                <span className={rows["soft"]}>{organization}</span>
              </span>
            </li>
          ))}
        </ul>
        <p>{t("secrets.forgetLead")}</p>
        <div className={styles["buttons"]}>
          <AskTwice
            subject={t("secrets.subject")}
            words={t("secrets.forget")}
            confirm={t("secrets.forgetNow")}
            onConfirm={() =>
              void forgetting.run(async () => onChange(await call(forgetSecrets), "forgotten"))
            }
          />
        </div>
        <ActFailure act={forgetting} />
      </section>
    </div>
  );
}
