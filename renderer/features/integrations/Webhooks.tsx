/**
 * Receivers that are called when tracking changes: list, add, test, remove, and the log of
 * deliveries to each receiver.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  sendWebhookSample,
} from "../../../core/fulfilment/webhooks/webhooks.api.ts";
import type { ReceiverAnswer, Webhook } from "../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useDraft } from "../../store/use-draft.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { coreSentence } from "../../ui/core-sentence.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { Deliveries } from "./Deliveries.tsx";

/** Reads the receivers on mount. Shows a new receiver's secret until it is dismissed. */
export function Webhooks() {
  const { t } = useTranslation();
  const hooks = useLoaded(() => call(listWebhooks));
  const [secret, setSecret] = useState<{ readonly url: string; readonly text: string } | null>(
    null,
  );
  return (
    <div className={section["sections"]} data-testid="webhooks">
      <section className={section["section"]} aria-label={t("webhooks.title")}>
        <h2>{t("webhooks.title")}</h2>
        <p>{t("webhooks.lead")}</p>
        {hooks.failure === null ? null : <FailureText failure={hooks.failure} />}
        {hooks.value?.length === 0 ? <p>{t("webhooks.none")}</p> : null}
        <ul className={rows["rows"]}>
          {hooks.value?.map((hook) => (
            <Row key={hook.id} hook={hook} reload={hooks.reload} />
          ))}
        </ul>
        {secret === null ? null : (
          <Panel
            tone="attention"
            title={t("webhooks.once")}
            alert
            testID="webhook-secret"
            commands={<Button onPress={() => setSecret(null)}>{t("integrations.putAway")}</Button>}
          >
            <CopyText label={secret.url} text={secret.text} />
          </Panel>
        )}
      </section>
      <NewWebhook
        onAdded={async (url, text) => {
          setSecret({ url, text });
          await hooks.reload();
        }}
      />
    </div>
  );
}

function Row({ hook, reload }: { readonly hook: Webhook; readonly reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const act = useAct();
  const [answer, setAnswer] = useState<ReceiverAnswer | null>(null);
  const [isOpen, setOpen] = useState(false);
  const named = (words: string): string => `${words}: ${hook.url}`;
  const attempt = (): void =>
    void act.run(async () => {
      setAnswer(null);
      setAnswer(await call(sendWebhookSample, { body: { type: hook.type, url: hook.url } }));
    });
  const remove = (): void =>
    void act.run(async () => {
      await call(deleteWebhook, { params: { webhookID: hook.id } });
      await reload();
    });
  return (
    <li>
      <span className={rows["what"]}>
        <b>{hook.url}</b>
        <span className={rows["soft"]}>{t("webhooks.of")}</span>
      </span>
      {hook.isActive ? null : <Mark tone="attention">{t("webhooks.off")}</Mark>}
      <Button
        small
        label={named(t("webhooks.test"))}
        disabled={act.state.step === "running"}
        onPress={attempt}
      >
        {t("webhooks.test")}
      </Button>
      <Button small label={named(t("webhooks.log"))} onPress={() => setOpen(!isOpen)}>
        {t(isOpen ? "webhooks.closeLog" : "webhooks.log")}
      </Button>
      <AskTwice
        subject={hook.url}
        words={t("webhooks.remove")}
        confirm={t("webhooks.removeNow")}
        onConfirm={remove}
      />
      <div className={rows["below"]} role="status">
        {answer === null ? null : <Tried answer={answer} />}
        <ActFailure act={act} />
      </div>
      {isOpen ? <Deliveries webhookID={hook.id} /> : null}
    </li>
  );
}

function Tried({
  answer: { delivered, statusCode, durationMs, error },
}: {
  readonly answer: ReceiverAnswer;
}) {
  const { t, i18n } = useTranslation();
  const sentence = coreSentence(i18n, error);
  return (
    <>
      <Mark tone={delivered ? "ok" : "stop"}>
        {t(
          delivered
            ? "webhooks.tried"
            : statusCode === null
              ? "webhooks.triedNoAnswer"
              : "webhooks.triedRefused",
          { code: statusCode ?? "", ms: durationMs },
        )}
      </Mark>
      {sentence === "" ? null : <p className={rows["soft"]}>{sentence}</p>}
    </>
  );
}

const BLANK = { url: "", headerName: "", headerValue: "" };

function NewWebhook({
  onAdded,
}: {
  readonly onAdded: (url: string, secret: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const act = useAct();
  const { typed, change, forget } = useDraft("webhook", BLANK, ["headerValue"]);
  const [isWrong, setWrong] = useState(false);
  const send = (): void => {
    const url = typed.url.trim();
    const wrong = !URL.canParse(url) || !/^https?:/i.test(url);
    setWrong(wrong);
    if (wrong) return;
    void act.run(async () => {
      const made = await call(createWebhook, { body: { ...typed, url } });
      forget();
      await onAdded(url, made.signingSecret ?? "");
    });
  };
  return (
    <ActForm
      title={t("webhooks.add")}
      lead={t("webhooks.addLead")}
      command={t("webhooks.addNow")}
      act={act}
      onSubmit={send}
    >
      <Field
        label={t("webhooks.url")}
        value={typed.url}
        placeholder="https://"
        onChange={(url) => change({ url })}
        wrong={isWrong ? t("webhooks.urlWrong") : null}
      />
      <Field
        label={t("webhooks.headerName")}
        hint={t("webhooks.headerHint")}
        value={typed.headerName}
        onChange={(headerName) => change({ headerName })}
      />
      <Field
        label={t("webhooks.headerValue")}
        value={typed.headerValue}
        onChange={(headerValue) => change({ headerValue })}
      />
    </ActForm>
  );
}
