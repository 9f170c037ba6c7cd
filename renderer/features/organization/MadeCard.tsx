/** Offers the card of a badge that was just made: the only time that its number is known. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { drawBadgeCard } from "../../../core/station/sign-in/sign-in.api.ts";
import type { MadeBadge } from "../../../core/station/sign-in/sign-in.schema.ts";
import { saveFile } from "../../lib/bridge.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import section from "../../ui/Section.module.css";
import styles from "./Organization.module.css";

type MadeCardProps = { readonly badge: MadeBadge; readonly onDone: () => void };

/** The card of a badge that was just made; takes the focus, because the form is gone. */
export function MadeCard({ badge, onDone }: MadeCardProps) {
  const { t, i18n } = useTranslation();
  const language = i18n.language === "tr" ? "tr" : "en";
  const { number, memberName: name } = badge;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    return () => queueMicrotask(() => focusHeadingIfLost(null));
  }, []);
  return (
    <section
      className={section["section"]}
      aria-label={t("badges.made", { name })}
      data-testid="made-badge"
    >
      <h2 ref={heading} tabIndex={-1}>
        {t("badges.made", { name })}
      </h2>
      <p>{t("badges.madeLead")}</p>
      <div className={styles["commands"]}>
        <SaveFileButton
          words={t("badges.card")}
          rank="primary"
          save={() => saveFile(drawBadgeCard, { body: { number, name, language } })}
        />
        <Button onPress={onDone}>{t("badges.done")}</Button>
      </div>
    </section>
  );
}
