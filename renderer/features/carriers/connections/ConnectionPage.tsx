/** Page of one account's connection: its form, the test of its credentials, and its removal. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  connectAccount,
  testConnection,
} from "../../../../core/shipping/accounts/connections.api.ts";
import type {
  ConnectedAccount,
  ConnectionTest,
} from "../../../../core/shipping/accounts/connections.schema.ts";
import type { ConnectionKindSchema } from "../../../../core/shipping/carriers/connection.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActFailure, ActForm } from "../../../ui/ActForm.tsx";
import { AskTwice } from "../../../ui/AskTwice.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { spokenSentence } from "../../../ui/core-sentence.ts";
import { Mark } from "../../../ui/Mark.tsx";
import section from "../../../ui/Section.module.css";
import { useAct, type Act } from "../../../ui/use-act.ts";
import { BackTo } from "../BackTo.tsx";
import styles from "../Carriers.module.css";
import { CheckMark, CheckWords } from "../marketplaces/CheckResult.tsx";
import { HookSection } from "../marketplaces/HookSection.tsx";
import {
  findRefused,
  findWrong,
  inputOf,
  isSeller,
  kindsFor,
  NO_CONNECTION,
  secretNames,
  startTexts,
  type ConnectionTexts,
  type WrongText,
} from "./connection-texts.ts";
import { ConnectionFields } from "./ConnectionFields.tsx";

type ConnectionPageProps = {
  readonly account: ConnectedAccount;
  readonly kinds: readonly ConnectionKindSchema[];
  readonly onChanged: () => Promise<void>;
  readonly onBack: () => void;
};

/**
 * Shows the page from its top, with the focus on it. Typed text, except secrets, stays while another
 * view is open.
 */
export function ConnectionPage({ account, kinds, onChanged, onBack }: ConnectionPageProps) {
  const { t } = useTranslation();
  const page = useRef<HTMLDivElement>(null);
  /** How often the connection was saved here. */
  const [saved, setSaved] = useState(0);
  useEffect(() => {
    // The list of accounts may have been scrolled, and its button had the focus.
    page.current?.focus({ preventScroll: true });
    page.current?.scrollIntoView();
  }, []);
  return (
    <div
      ref={page}
      className={`${section["sections"]} ${styles["opened"]}`}
      role="group"
      aria-label={t("connections.title", { name: account.accountName })}
      tabIndex={-1}
      data-testid="connection-page"
    >
      <div className={styles["page"]}>
        <BackTo words={t("connections.back")} onBack={onBack} />
        {account.isKnown ? (
          <ConnectionForm
            key={account.accountID}
            account={account}
            kinds={kinds}
            onChanged={async () => {
              await onChanged();
              setSaved((count) => count + 1);
            }}
          />
        ) : (
          <p>
            <Mark tone="attention">{t("connections.unknown")}</Mark>
          </p>
        )}
        {account.can.includes("test") ? (
          // A marketplace is checked at once when its connection was saved.
          <TestConnection key={saved} account={account} isAtOnce={saved > 0 && isSeller(account)} />
        ) : null}
        {isSeller(account) && account.isActive ? (
          <HookSection accountID={account.accountID} name={account.accountName} />
        ) : null}
        {/* A marketplace is removed in its list. */}
        {account.kind === "" || isSeller(account) ? null : (
          <RemoveConnection account={account} onChanged={onChanged} />
        )}
      </div>
    </div>
  );
}

function ConnectionForm({ account, kinds, onChanged }: Omit<ConnectionPageProps, "onBack">) {
  const { t } = useTranslation();
  const act = useAct();
  const secrets = secretNames(kinds);
  const { typed, change, forget } = useDraft(
    `connection ${account.accountID}`,
    startTexts(account),
    secrets,
  );
  const kind = kindsFor(kinds, account.providerCode).find((one) => one.kind === typed["kind"]);
  const isSameKind = kind !== undefined && kind.kind === account.kind;
  const { shown, setWrong } = useWrong(act);
  const send = (): void => {
    const found = kind === undefined ? undefined : findWrong(kind, typed, isSameKind);
    setWrong(found);
    if (found !== undefined) return;
    void act.run(async () => {
      await call(connectAccount, {
        params: { accountID: account.accountID },
        body: kind === undefined ? NO_CONNECTION : inputOf(kind, typed),
      });
      forget();
      await onChanged();
    });
  };
  return (
    <ActForm
      title={t("connections.title", { name: account.accountName })}
      lead={t(isSeller(account) ? "marketplaces.connectLead" : "connections.lead")}
      command={t("connections.save")}
      act={act}
      done={t("connections.saved")}
      isPage
      onSubmit={send}
    >
      <ConnectionFields
        kinds={kinds}
        providerCode={account.providerCode}
        typed={typed}
        onChange={change}
        wrong={shown}
        hasSecrets={isSameKind}
      >
        {kind?.needsLogin === true ? (
          <Login username={account.username} typed={typed} onChange={change} wrong={shown} />
        ) : null}
      </ConnectionFields>
    </ActForm>
  );
}

/**
 * Returns the wrong text, of the form or of the station's answer, and moves the focus to its field.
 */
function useWrong({ state }: Act) {
  const [wrong, setWrong] = useState<WrongText>();
  const failure = state.step === "failed" ? state.failure : null;
  const refused = useMemo(() => (failure === null ? undefined : findRefused(failure)), [failure]);
  const shown = wrong ?? refused;
  useEffect(() => {
    if (shown === undefined) return;
    document
      .querySelector<HTMLElement>('[data-testid="connection-page"] [aria-invalid="true"]')
      ?.focus();
  }, [shown]);
  return { shown, setWrong };
}

type LoginProps = {
  /** The stored user name. */
  readonly username: string;
  readonly typed: ConnectionTexts;
  readonly onChange: (part: ConnectionTexts) => void;
  readonly wrong: WrongText | undefined;
};

function Login({ username, typed, onChange, wrong }: LoginProps) {
  const { t } = useTranslation();
  const wrongOf = (name: string) => (wrong?.name === name ? t("connections.refused") : null);
  return (
    <>
      <Field
        label={t("connections.username")}
        value={typed["username"] ?? ""}
        onChange={(text) => onChange({ username: text })}
        placeholder={username}
        hint={t("connections.keptUsername")}
        wrong={wrongOf("username")}
      />
      <Field
        label={t("connections.password")}
        value={typed["password"] ?? ""}
        onChange={(password) => onChange({ password })}
        secret
        hint={t("connections.keptSecret")}
        wrong={wrongOf("password")}
      />
    </>
  );
}

const TONES = { accepted: "ok", refused: "stop", unreachable: "attention" } as const;

type TestConnectionProps = {
  readonly account: ConnectedAccount;
  /** Whether it runs when it appears. */
  readonly isAtOnce: boolean;
};

function TestConnection({ account, isAtOnce }: TestConnectionProps) {
  const { t, i18n } = useTranslation();
  const { run, state } = useAct();
  const [tested, setTested] = useState<ConnectionTest>();
  const { accountID, accountName: name } = account;
  const test = useCallback((): void => {
    setTested(undefined);
    void run(async () => setTested(await call(testConnection, { params: { accountID } })));
  }, [run, accountID]);
  useEffect(() => {
    if (isAtOnce) test();
  }, [isAtOnce, test]);
  return (
    <section className={section["section"]} aria-label={t("connections.test")}>
      <p>{t(isSeller(account) ? "marketplaces.testLead" : "connections.testLead")}</p>
      <div className={styles["ways"]}>
        <Button small disabled={state.step === "running"} onPress={test}>
          {t("connections.test")}
        </Button>
        <span role="status" data-testid="connection-test">
          {tested === undefined ? null : isSeller(account) ? (
            <CheckMark tested={tested} name={name} />
          ) : (
            <Mark tone={TONES[tested.result]}>{t(`connections.tested.${tested.result}`)}</Mark>
          )}
        </span>
      </div>
      {tested === undefined ? null : isSeller(account) ? (
        <CheckWords tested={tested} />
      ) : tested.result === "accepted" || tested.words === "" ? null : (
        <p>{spokenSentence(i18n, tested.words) ?? tested.words}</p>
      )}
      <ActFailure act={{ run, state }} />
    </section>
  );
}

function RemoveConnection({
  account,
  onChanged,
}: Pick<ConnectionPageProps, "account" | "onChanged">) {
  const { t } = useTranslation();
  const act = useAct();
  return (
    <div>
      <AskTwice
        subject={account.accountName}
        words={t("connections.remove")}
        confirm={t("connections.removeNow")}
        onConfirm={() =>
          void act
            .run(() =>
              call(connectAccount, {
                params: { accountID: account.accountID },
                body: NO_CONNECTION,
              }),
            )
            .then(onChanged)
        }
      />
      <ActFailure act={act} />
    </div>
  );
}
