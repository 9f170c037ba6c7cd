/** Labels that their carriers refused, or may not know: the carrier's words, and what to do. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type {
  Announcement,
  AnnouncingAccount,
} from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Announcements.module.css";
import { shortKey, toneOf, useFieldWords } from "./announcement-words.ts";
import { canCorrect, commandOf } from "./corrections.ts";
import { OpenLabel } from "./OpenLabel.tsx";
import { useAnnouncements } from "./use-announcements.ts";

type LabelsProps = {
  readonly labels: readonly Announcement[];
  readonly accounts: readonly AnnouncingAccount[];
};

/** Shows the list; the open label has its form below its line. */
export function Labels({ labels, accounts }: LabelsProps) {
  const { t } = useTranslation();
  const opened = useAnnouncements((store) => store.openedLabel);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusHeadingIfLost(heading.current), [labels]);
  return (
    <section className={styles["section"]} aria-labelledby="open-labels" data-testid="open-labels">
      <h2 id="open-labels" ref={heading} tabIndex={-1}>
        {t("announcements.labels")}
      </h2>
      {labels.length === 0 ? <Mark tone="ok">{t("announcements.noLabels")}</Mark> : null}
      <ul className={rows["rows"]}>
        {labels.map((label) => (
          <li key={label.id}>
            <Line label={label} accounts={accounts} isOpen={label.id === opened} />
            {label.id === opened ? (
              <div className={rows["below"]}>
                <OpenLabel label={label} canCorrect={canCorrect(label, accounts)} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

type LineProps = Pick<LabelsProps, "accounts"> & {
  readonly label: Announcement;
  readonly isOpen: boolean;
};

function Line({ label, accounts, isOpen }: LineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const fieldWords = useFieldWords();
  const open = useAnnouncements((store) => store.openLabel);
  const { state, code, field, words, nextAttemptAt } = label;
  const order = label.orderNumber === "" ? String(label.shipmentNumber) : label.orderNumber;
  // Without a code the words are a technical cause in English, not the carrier's.
  const isCause = state === "UNCERTAIN" && code === "";
  const carrierWords = isCause ? t("announcements.state.UNCERTAIN") : words;
  const command = t(`announcements.${isOpen ? "leave" : commandOf(label, accounts)}`);
  const more = [
    isCause ? words : "",
    code === "" ? "" : t("announcements.code", { code }),
    field === "" ? "" : fieldWords(field),
    nextAttemptAt === null
      ? ""
      : t("announcements.nextAttempt", { when: format.instant(nextAttemptAt) }),
    label.isHere ? "" : t("announcements.elsewhere"),
  ].filter((text) => text !== "");
  return (
    <>
      <span className={rows["what"]}>
        <b>
          {order} · {label.recipientName}
        </b>
        {carrierWords === "" ? null : <span>{carrierWords}</span>}
        <span className={rows["soft"]}>{[label.accountName, ...more].join(" · ")}</span>
      </span>
      <Mark tone={toneOf(state)}>{t(shortKey(state))}</Mark>
      <Button small label={`${command}: ${order}`} onPress={() => open(isOpen ? null : label.id)}>
        {command}
      </Button>
    </>
  );
}
