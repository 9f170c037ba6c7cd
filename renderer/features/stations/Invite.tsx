/**
 * Invites stations: creates a code for a number of stations and hours, to be read, copied or
 * scanned from the screen.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { drawQrCode } from "../../../core/labels/labels.api.ts";
import type { QrCode } from "../../../core/labels/preview.schema.ts";
import { inviteStations } from "../../../core/sync/sync.api.ts";
import type { StationInvitation, SyncStatus } from "../../../core/sync/sync.schema.ts";
import { call } from "../../lib/bridge.ts";
import { copyText } from "../../lib/copy-text.ts";
import { stationName } from "../../lib/station-words.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { QrPicture } from "./QrPicture.tsx";
import styles from "./Stations.module.css";

const MOST_DESKS = 1_000;
const MOST_HOURS = 720;

type Invitation = { readonly invitation: StationInvitation; readonly qr: QrCode | null };

/**
 * Shows the form and the created code, which stays until the section closes or another code is
 * created.
 *
 * @param sync The sync status: a code may be for a known station that has lost its key.
 */
export function Invite({ sync }: { readonly sync: SyncStatus }) {
  const { t } = useTranslation();
  const act = useAct();
  const [typed, setTyped] = useState({ desks: "1", hours: "24" });
  const [stationID, setStationID] = useState("");
  const [isJudged, setJudged] = useState(false);
  const [made, setMade] = useState<Invitation | null>(null);
  const [desks, hours] = [wholeIn(typed.desks, MOST_DESKS), wholeIn(typed.hours, MOST_HOURS)];
  const send = (): void => {
    setJudged(true);
    if (desks === null || hours === null) return;
    void act.run(async () => {
      const invitation = await call(inviteStations, {
        body: stationID === "" ? { desks, hours } : { hours, stationID },
      });
      // Without the QR picture the code can still be copied.
      setMade({
        invitation,
        qr: await call(drawQrCode, { body: { text: invitation.joinCode } }).catch(() => null),
      });
    });
  };
  return (
    <div data-testid="invite">
      <ActForm
        title={t("stations.invite.title")}
        lead={t("stations.invite.lead")}
        command={t("stations.invite.make")}
        act={act}
        onSubmit={send}
      >
        <InviteFor sync={sync} stationID={stationID} onChoose={setStationID} />
        {stationID === "" ? (
          <Field
            label={t("stations.invite.desks")}
            value={typed.desks}
            numeric
            wrong={
              isJudged && desks === null ? t("stations.invite.wrong", { most: MOST_DESKS }) : null
            }
            onChange={(text) => setTyped({ ...typed, desks: text })}
          />
        ) : null}
        <Field
          label={t("stations.invite.hours")}
          value={typed.hours}
          numeric
          wrong={
            isJudged && hours === null ? t("stations.invite.wrong", { most: MOST_HOURS }) : null
          }
          onChange={(text) => setTyped({ ...typed, hours: text })}
        />
      </ActForm>
      <div role="status">
        {made === null ? null : <Made invitation={made.invitation} qr={made.qr} />}
      </div>
    </div>
  );
}

type InviteForProps = {
  readonly sync: SyncStatus;
  /** Empty: new stations. */
  readonly stationID: string;
  readonly onChoose: (stationID: string) => void;
};

function InviteFor({ sync, stationID, onChoose }: InviteForProps) {
  const { t } = useTranslation();
  const known = sync.stations.filter(({ isThis }) => !isThis);
  return (
    <Select
      label={t("stations.invite.whom")}
      value={stationID}
      none={t("stations.invite.newDesks")}
      options={known.map(({ id, name }) => ({
        value: id,
        words: t("stations.invite.known", { name: stationName({ id, name }, known) }),
      }))}
      onChange={onChoose}
    />
  );
}

function Made({ invitation: { joinCode, desks, endsAt }, qr }: Invitation) {
  const { t } = useTranslation();
  const format = useFormat();
  const [copied, setCopied] = useState<string | null>(null);
  return (
    <section
      className={`${section["section"]} ${styles["made"]}`}
      aria-label={t("stations.invite.code")}
      data-testid="invitation"
    >
      {qr === null ? null : <QrPicture qr={qr} label={t("stations.invite.qr")} />}
      <div className={styles["madeWords"]}>
        <p className={styles["code"]} data-testid="join-code">
          {joinCode}
        </p>
        <div className={styles["buttons"]}>
          <Button
            label={`${t("copy.do")}: ${t("stations.invite.code")}`}
            onPress={() => setCopied(copyText(joinCode) ? joinCode : null)}
          >
            {copied === joinCode ? t("copy.done") : t("copy.do")}
          </Button>
        </div>
        <p>{t("stations.invite.until", { count: desks, when: format.instant(endsAt) })}</p>
        <p className={styles["small"]}>{t("stations.invite.secret")}</p>
      </div>
    </section>
  );
}

/** Parses a whole number from 1 to `most`; null for any other text. */
function wholeIn(text: string, most: number): number | null {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : null;
}
