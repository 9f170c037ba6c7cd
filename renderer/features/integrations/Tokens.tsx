/**
 * API tokens: list, create, revoke. The secret of a new token is shown once, large enough to copy
 * by eye.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiToken } from "../../../core/organizations/api-tokens.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Integrations.module.css";
import { NewToken } from "./NewToken.tsx";
import { SCOPE_KEYS } from "./scope-keys.ts";
import { useIntegrations } from "./use-integrations.ts";

/** Reads the list on mount, and hides a shown secret on unmount. */
export function Tokens() {
  const { t } = useTranslation();
  const tokens = useIntegrations((store) => store.tokens);
  const issuing = useIntegrations((store) => store.issuing);
  const load = useIntegrations((store) => store.loadTokens);
  const putAway = useIntegrations((store) => store.putTokenAway);
  const [wasShown, setWasShown] = useState(false);
  const hide = (): void => {
    setWasShown(true);
    putAway();
  };
  useEffect(() => {
    void load();
    // A secret must not stay on a screen that others pass by.
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
        <Panel
          tone="attention"
          title={t("integrations.once")}
          alert
          testID="token-once"
          commands={<Button onPress={hide}>{t("integrations.putAway")}</Button>}
        >
          <CopyText label={issuing.name} text={issuing.token} focusNow />
        </Panel>
      ) : (
        <NewToken focusNow={wasShown} />
      )}
      {issuing.step === "failed" ? (
        <Panel tone="stop" title={t("integrations.notDone")} alert>
          <FailureText failure={issuing.failure} />
        </Panel>
      ) : null}
    </section>
  );
}

/**
 * Shows a token. Revoking it asks a second time in its row, because programs that use the token
 * stop working at once.
 */
function TokenRow({ token }: { readonly token: ApiToken }) {
  const { t } = useTranslation();
  const format = useFormat();
  const revoke = useIntegrations((store) => store.revokeToken);
  const [asked, setAsked] = useState(false);
  const facts = [
    ...token.scopes.map((scope) => t(`integrations.scopes.${SCOPE_KEYS[scope]}`)),
    ...(token.allowedIPs.length === 0
      ? []
      : [t("integrations.only", { addresses: token.allowedIPs.join(", ") })]),
    ...(token.expiresAt === null
      ? []
      : [t("integrations.until", { when: format.instant(token.expiresAt) })]),
    t("integrations.made", { when: format.instant(token.createdAt) }),
    token.lastUsedAt === null
      ? t("integrations.neverUsed")
      : t("integrations.used", { when: format.instant(token.lastUsedAt) }),
  ];
  return (
    <li>
      <span className={styles["name"]}>
        {token.name}
        <span className={styles["when"]}>{facts.join(" · ")}</span>
      </span>
      {asked ? (
        <>
          <Button
            small
            danger
            label={`${t("integrations.revokeNow")}: ${token.name}`}
            onPress={() => void revoke(token.id)}
          >
            {t("integrations.revokeNow")}
          </Button>
          <Button small onPress={() => setAsked(false)}>
            {t("integrations.keep")}
          </Button>
        </>
      ) : (
        <Button
          small
          rank="quiet"
          danger
          label={`${t("integrations.revoke")}: ${token.name}`}
          onPress={() => setAsked(true)}
        >
          {t("integrations.revoke")}
        </Button>
      )}
    </li>
  );
}
