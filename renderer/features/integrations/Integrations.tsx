/**
 * Section of Settings for people who connect other programs: the API's address, its tokens, and the
 * web pages that ask to use it or may use it.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import section from "../../ui/Section.module.css";
import styles from "./Integrations.module.css";
import { Tokens } from "./Tokens.tsx";
import { useIntegrations } from "./use-integrations.ts";

/**
 * Shows the API's addresses, or that the API has none, with the tokens and the allowed web pages.
 */
export function Integrations() {
  const { t } = useTranslation();
  const apiUrl = useIntegrations((store) => store.info?.apiUrl ?? null);
  return (
    <section
      className={section["section"]}
      aria-label={t("integrations.title")}
      data-testid="integrations"
    >
      <h2>{t("integrations.title")}</h2>
      <p>{t("integrations.lead")}</p>
      {apiUrl === null ? (
        <p>{t("integrations.noAddress")}</p>
      ) : (
        <div className={styles["addresses"]}>
          <CopyText label={t("integrations.address")} text={apiUrl} />
          <CopyText label={t("integrations.docs")} text={`${apiUrl}/docs`} />
        </div>
      )}
      <Tokens />
      <Origins />
    </section>
  );
}

function Origins() {
  const { t } = useTranslation();
  const origins = useIntegrations((store) => store.pairings.allowedOrigins);
  const load = useIntegrations((store) => store.loadPairings);
  const forget = useIntegrations((store) => store.forgetOrigin);
  const questions = useIntegrations((store) => store.pairings.questions);
  const answer = useIntegrations((store) => store.answerPairing);
  useEffect(() => void load(), [load]);

  return (
    <section className={styles["part"]} aria-label={t("integrations.origins")}>
      <h3>{t("integrations.origins")}</h3>
      {/* A question that was put off in Pack is still open and can be answered here. */}
      <ul className={styles["rows"]}>
        {questions.map(({ id, origin }) => (
          <li key={id}>
            <span className={styles["name"]}>{t("integrations.asks", { origin })}</span>
            <Button
              small
              label={`${t("pairing.allow")}: ${origin}`}
              onPress={() => void answer(id, true)}
            >
              {t("pairing.allow")}
            </Button>
            <Button
              small
              label={`${t("pairing.refuse")}: ${origin}`}
              onPress={() => void answer(id, false)}
            >
              {t("pairing.refuse")}
            </Button>
          </li>
        ))}
      </ul>
      {origins.length === 0 ? <p>{t("integrations.noOrigins")}</p> : null}
      <ul className={styles["rows"]} data-testid="origins">
        {origins.map((origin) => (
          <li key={origin}>
            <span className={styles["name"]}>{origin}</span>
            <Button
              small
              label={`${t("integrations.forget")}: ${origin}`}
              onPress={() => void forget(origin)}
            >
              {t("integrations.forget")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
