/**
 * Covers the window while the desk asks for a badge: it is locked, a lead's PIN is typed, or a lead
 * must allow an act. Scans reach the desk from everywhere, so the badge needs no field.
 */
import { LockKeyhole, ShieldQuestion } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../lib/failure.ts";
import { useShared } from "../store/shared.ts";
import { isDeskCovered, type BadgeStep } from "../store/sign-in.slice.ts";
import { Button } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Field } from "../ui/Field.tsx";
import { useEscCloses } from "../ui/use-esc-closes.ts";
import { useFocusBack } from "../ui/use-focus-back.ts";
import styles from "./BadgeScreen.module.css";
import notices from "./Notices.module.css";

const PIN_DIGITS = 6;
/** Pause after the sixth digit before a PIN is sent, ms: the longest between two keys of a scan. */
const PIN_PAUSE_MS = 150;

/** The cover; nothing while the desk is open. */
export function BadgeScreen() {
  const isCovered = useShared(isDeskCovered);
  const isLocked = useShared((store) => store.signIn?.state === "locked");
  const badge = useShared((store) => store.badgeStep);
  return isCovered ? <Cover isLocked={isLocked} badge={badge} /> : null;
}

/** Shows why a badge was refused that was scanned while somebody was signed in. */
export function BadgeRefused() {
  const isCovered = useShared(isDeskCovered);
  const badge = useShared((store) => store.badgeStep);
  return isCovered || badge.step !== "refused" ? null : <RefusedLine failure={badge.failure} />;
}

function RefusedLine({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  const leave = useShared((store) => store.leaveBadge);
  useEscCloses(leave);
  return (
    <div className={notices["link"]} role="alert" data-testid="badge-refused">
      <FailureText failure={failure} />
      <Button small keyName="Esc" onPress={leave}>
        {t("badges.done")}
      </Button>
    </div>
  );
}

type CoverProps = { readonly isLocked: boolean; readonly badge: BadgeStep };

function Cover({ isLocked, badge }: CoverProps) {
  const { t } = useTranslation();
  const question = useShared((store) => store.leadQuestion);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPin = badge.step === "pin";
  useFocusBack();
  useEffect(() => {
    if (!isPin) heading.current?.focus();
  }, [isPin]);
  // A locked desk reads no list. `untilUsable` in electron/windows/station-window.ts waits for it.
  useEffect(() => {
    if (isLocked) document.documentElement.dataset["list"] = "true";
  }, [isLocked]);
  const Icon = question === null ? LockKeyhole : ShieldQuestion;
  return (
    <div
      className={styles["cover"]}
      data-veil={isLocked ? undefined : ""}
      role="dialog"
      aria-modal="true"
      aria-labelledby="badge-heading"
      data-testid="badge-screen"
      data-step={isPin ? "pin" : isLocked ? "locked" : "lead"}
    >
      <div className={styles["box"]} data-density="desk">
        <Icon size={44} aria-hidden="true" />
        <h1 id="badge-heading" ref={heading} tabIndex={-1}>
          {isPin
            ? t("signIn.pinTitle", { name: badge.name })
            : t(question === null ? "signIn.locked" : "signIn.leadTitle")}
        </h1>
        {question === null || isPin ? null : (
          <p className={styles["why"]}>{t(`signIn.leadWhy.${question.act}`)}</p>
        )}
        {isPin ? (
          <PinForm badge={badge} isLeave={question !== null} />
        ) : (
          <Scan isLead={question !== null} badge={badge} />
        )}
      </div>
    </div>
  );
}

type ScanProps = { readonly isLead: boolean; readonly badge: BadgeStep };

function Scan({ isLead, badge }: ScanProps) {
  const { t } = useTranslation();
  const leave = useShared((store) => store.leaveBadge);
  const showLost = useShared((store) => store.showLost);
  if (badge.step === "lost") return <Recovery onBack={leave} />;
  return (
    <>
      <p className={styles["scan"]} role="status">
        {badge.step === "checking"
          ? t("signIn.checking")
          : t(isLead ? "signIn.leadScan" : "signIn.scan")}
      </p>
      {badge.step === "refused" ? (
        <div role="alert">
          <FailureText failure={badge.failure} />
        </div>
      ) : null}
      {isLead ? (
        <Button keyName="Esc" onPress={leave}>
          {t("signIn.without")}
        </Button>
      ) : (
        <>
          <p className={styles["soft"]}>{t("signIn.stays")}</p>
          <Button small onPress={showLost}>
            {t("signIn.lost")}
          </Button>
        </>
      )}
    </>
  );
}

type PinFormProps = {
  readonly badge: Extract<BadgeStep, { step: "pin" }>;
  readonly isLeave: boolean;
};

/**
 * The PIN's field: six digits are sent without Enter, after a pause, because a badge that is
 * scanned twice also begins with digits and must not count as a wrong PIN.
 */
function PinForm({ badge, isLeave }: PinFormProps) {
  const { t } = useTranslation();
  const typePin = useShared((store) => store.typePin);
  const leave = useShared((store) => store.leaveBadge);
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState("");
  const { isChecking } = badge;
  useEffect(() => {
    if (pin.length < PIN_DIGITS || isChecking) return;
    const timer = setTimeout(() => {
      setPin("");
      if (pin.length === PIN_DIGITS) void typePin(pin).then(() => field.current?.focus());
    }, PIN_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [pin, isChecking, typePin]);
  return (
    <form className={styles["form"]} onSubmit={(event) => event.preventDefault()}>
      <Field
        label={t("signIn.pin")}
        value={pin}
        onChange={(text) => setPin(text.replaceAll(/\D/g, ""))}
        inputRef={field}
        secret
        numeric
        large
        focusNow
      />
      <div role="alert">
        {badge.failure === null ? null : <FailureText failure={badge.failure} />}
      </div>
      <p className={styles["soft"]} role="status">
        {badge.isChecking ? t("signIn.checking") : t(isLeave ? "signIn.allow" : "signIn.unlock")}
      </p>
      <Button keyName="Esc" onPress={leave}>
        {t("signIn.other")}
      </Button>
    </form>
  );
}

function Recovery({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation();
  const recover = useShared((store) => store.recover);
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") void recover(text).then(setFailure);
      }}
    >
      <p>{t("signIn.lostLead")}</p>
      <p className={styles["soft"]}>{t("signIn.lostKey")}</p>
      <Field label={t("signIn.recoveryKey")} value={text} onChange={setText} focusNow />
      <div role="alert">{failure === null ? null : <FailureText failure={failure} />}</div>
      <div className={styles["commands"]}>
        <Button submits rank="primary" keyName="Enter">
          {t("signIn.open")}
        </Button>
        <Button keyName="Esc" onPress={onBack}>
          {t("signIn.back")}
        </Button>
      </div>
    </form>
  );
}
