/** Commands for one label: correct it and announce it again, or decide about it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  announceAgain,
  decideAnnouncement,
  takeOverAnnouncement,
} from "../../../core/fulfilment/announcements/announcements.api.ts";
import type {
  Announcement,
  AnnouncementWord,
} from "../../../core/fulfilment/announcements/announcements.schema.ts";
import { getShipmentDetail } from "../../../core/fulfilment/history/history.api.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./Announcements.module.css";
import {
  changedFields,
  CORRECTED,
  lastTold,
  type Correctable,
  type CorrectedTexts,
} from "./corrections.ts";
import { useAnnouncements } from "./use-announcements.ts";

type OpenLabelProps = {
  readonly label: Announcement;
  /** Whether this station can announce the label again. */
  readonly canCorrect: boolean;
};

/**
 * Shows the form where it helps, and the decisions; the decisions first for a label that the carrier
 * may have. Esc closes it.
 */
export function OpenLabel({ label, canCorrect }: OpenLabelProps) {
  const { t } = useTranslation();
  const close = useAnnouncements((store) => store.openLabel);
  useEscCloses(() => close(null));
  useFocusBack();
  const form = !canCorrect ? null : label.field === "account" ? (
    <WrongAccount label={label} />
  ) : (
    <ReadForm label={label} />
  );
  return (
    <div className={styles["open"]} data-testid="open-label">
      {label.state === "UNCERTAIN" ? (
        <>
          <p>{t("announcements.decideLead")}</p>
          <Decisions label={label} />
          {form}
        </>
      ) : (
        <>
          {form}
          <Decisions label={label} />
        </>
      )}
    </div>
  );
}

type LabelProps = Pick<OpenLabelProps, "label">;

/** Shows where the account is corrected, and announces the label again afterwards. */
function WrongAccount({ label }: LabelProps) {
  const { t } = useTranslation();
  const act = useAct();
  const finish = useFinish();
  const openSettings = useAnnouncements((store) => store.openSettings);
  const order = label.orderNumber === "" ? String(label.shipmentNumber) : label.orderNumber;
  const again = (): void =>
    void act
      .run(() =>
        call(announceAgain, { params: { transactionID: label.id }, body: { corrections: {} } }),
      )
      .then(finish);
  return (
    <>
      <h3>{t("announcements.againTitle", { order })}</h3>
      <p>{t("announcements.accountWrong")}</p>
      <div className={styles["acts"]}>
        <Button small focusNow onPress={() => openSettings("carriers")}>
          {t("announcements.connect")}
        </Button>
        <Button small disabled={act.state.step === "running"} onPress={again}>
          {t("announcements.correctNow")}
        </Button>
      </div>
      <ActFailure act={act} />
    </>
  );
}

/** Reads the fields that the carrier got. */
function ReadForm({ label }: LabelProps) {
  const read = useLoaded(() =>
    call(getShipmentDetail, { params: { shipmentID: label.shipmentID } }),
  );
  if (read.value === null)
    return read.failure === null ? null : <FailureText failure={read.failure} />;
  return <CorrectForm label={label} before={lastTold(read.value.shipment, label.corrections)} />;
}

function CorrectForm({ label, before }: LabelProps & { readonly before: CorrectedTexts }) {
  const { t } = useTranslation();
  const act = useAct();
  const [typed, setTyped] = useState(before);
  const finish = useFinish();
  const order = label.orderNumber === "" ? String(label.shipmentNumber) : label.orderNumber;
  const send = (): void =>
    void act
      .run(() =>
        call(announceAgain, {
          params: { transactionID: label.id },
          body: { corrections: changedFields(before, typed) },
        }),
      )
      .then(finish);
  const named = CORRECTED.filter((name) => name === label.field);
  const others = CORRECTED.filter((name) => name !== label.field);
  const fieldOf = (name: Correctable) => (
    <Field
      key={name}
      label={t(`announcements.fields.${name}`)}
      value={typed[name]}
      focusNow={label.state !== "UNCERTAIN" && name === (named[0] ?? others[0])}
      onChange={(text) => setTyped({ ...typed, [name]: text })}
      wrong={name === label.field && typed[name] === before[name] ? label.words : null}
    />
  );
  return (
    // The decisions about an uncertain label are above the form, and stay in view.
    <div ref={label.state === "UNCERTAIN" ? null : scrollToWhole}>
      <ActForm
        title={t("announcements.correctTitle", { order })}
        lead={t("announcements.correctLead")}
        command={t("announcements.correctNow")}
        act={act}
        onSubmit={send}
      >
        {named.map(fieldOf)}
        {named.length === 0 ? (
          others.map(fieldOf)
        ) : (
          <details className={styles["others"]}>
            <summary>{t("announcements.otherFields")}</summary>
            <div className={styles["grid"]}>{others.map(fieldOf)}</div>
          </details>
        )}
      </ActForm>
    </div>
  );
}

/** Scrolls to the whole form when it appears: the focus scrolls to its field, not to its command. */
function scrollToWhole(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: "nearest" });
}

/** Returns the function that closes the label after a command that succeeded, and reads the list. */
function useFinish(): (isDone: boolean) => Promise<void> {
  const close = useAnnouncements((store) => store.openLabel);
  const load = useAnnouncements((store) => store.loadAnnouncements);
  return async (isDone) => {
    if (isDone) close(null);
    await load();
  };
}

function Decisions({ label }: LabelProps) {
  const { t } = useTranslation();
  const act = useAct();
  const finish = useFinish();
  const params = { transactionID: label.id };
  const decide = (outcome: AnnouncementWord["outcome"]) => (): void =>
    void act.run(() => call(decideAnnouncement, { params, body: { outcome } })).then(finish);
  const subject = label.orderNumber === "" ? label.barcode : label.orderNumber;
  return (
    <>
      <div className={styles["acts"]}>
        {label.isHere ? null : (
          <AskTwice
            subject={subject}
            isSafe
            words={t("announcements.here")}
            confirm={t("announcements.hereNow")}
            onConfirm={() =>
              void act.run(() => call(takeOverAnnouncement, { params })).then(finish)
            }
          />
        )}
        <AskTwice
          subject={subject}
          isSafe
          words={t("announcements.has")}
          confirm={t("announcements.hasNow")}
          onConfirm={decide("announced")}
        />
        {label.state === "REFUSED" ? null : (
          <AskTwice
            subject={subject}
            isSafe
            words={t("announcements.hasNot")}
            confirm={t("announcements.hasNotNow")}
            onConfirm={decide("notAnnounced")}
          />
        )}
        <AskTwice
          subject={subject}
          words={t("announcements.cancelled")}
          confirm={t("announcements.cancelledNow")}
          onConfirm={decide("cancelled")}
        />
      </div>
      <ActFailure act={act} />
    </>
  );
}
