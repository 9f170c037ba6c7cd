/** API tokens: list, make, revoke. The secret of a new one is shown once, large enough to be copied by eye. */
import { useEffect, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { ApiToken } from "../../../core/organizations/api-tokens.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import styles from "./Integrations.module.css";
import { useIntegrations } from "./use-integrations.ts";

export function Tokens() {
  const { t } = useTranslation();
  const tokens = useIntegrations((store) => store.tokens);
  const issuing = useIntegrations((store) => store.issuing);
  const load = useIntegrations((store) => store.loadTokens);
  const putAway = useIntegrations((store) => store.putTokenAway);
  useEffect(() => {
    void load();
    // A secret does not stay on the screen of a desk that others pass by.
    return putAway;
  }, [load, putAway]);

  return (
    <section className={styles["part"]} aria-label={t("integrations.tokens")}>
      <h3>{t("integrations.tokens")}</h3>
      {tokens?.length === 0 ? <p>{t("integrations.noTokens")}</p> : null}
      <ul className={styles["rows"]} data-testid="tokens">
        {(tokens ?? []).map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      {issuing.step === "made" ? (
        <Panel tone="attention" title={t("integrations.once")} alert testID="token-once" commands={<Button onPress={putAway}>{t("integrations.putAway")}</Button>}>
          <CopyText label={issuing.name} text={issuing.token} />
        </Panel>
      ) : (
        <NewToken />
      )}
      {issuing.step === "failed" ? (
        <Panel tone="stop" title={t("integrations.notDone")} alert>
          <FailureText failure={issuing.failure} />
        </Panel>
      ) : null}
    </section>
  );
}

/** Asks a second time in place: programs that use the token stop working at once. */
function TokenRow({ token }: { readonly token: ApiToken }) {
  const { t } = useTranslation();
  const format = useFormat();
  const revoke = useIntegrations((store) => store.revokeToken);
  const [asked, setAsked] = useState(false);
  return (
    <li>
      <span className={styles["name"]}>{token.name}</span>
      <span className={styles["when"]}>{t("integrations.made", { when: format.instant(token.createdAt) })}</span>
      {asked ? (
        <>
          <Button small danger label={`${t("integrations.revokeNow")}: ${token.name}`} onPress={() => void revoke(token.id)}>
            {t("integrations.revokeNow")}
          </Button>
          <Button small onPress={() => setAsked(false)}>
            {t("integrations.keep")}
          </Button>
        </>
      ) : (
        <Button small label={`${t("integrations.revoke")}: ${token.name}`} onPress={() => setAsked(true)}>
          {t("integrations.revoke")}
        </Button>
      )}
    </li>
  );
}

function NewToken() {
  const { t } = useTranslation();
  const make = useIntegrations((store) => store.makeToken);
  const making = useIntegrations((store) => store.issuing.step === "making");
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === "") setWrong(true);
    else void make(name.trim());
  };
  return (
    <form className={styles["form"]} onSubmit={submit} noValidate aria-label={t("integrations.make")}>
      <Field
        label={t("integrations.tokenName")}
        placeholder={t("integrations.tokenPlaceholder")}
        value={name}
        onChange={(typed) => {
          setName(typed);
          setWrong(false);
        }}
        wrong={wrong ? t("integrations.nameWrong") : null}
      >
        <Button submits disabled={making}>
          {t("integrations.make")}
        </Button>
      </Field>
    </form>
  );
}
