/** The station's data: location, integrity check, backups, passwords, exports, and moving in. */
import { useTranslation } from "react-i18next";
import type { DataOf } from "../../../core/http/call.ts";
import { checkIntegrity } from "../../../core/station/station.api.ts";
import type { Integrity } from "../../../core/station/station.schema.ts";
import { getDataFacts } from "../../../core/station/station-facts.api.ts";
import { useState } from "react";
import { call } from "../../lib/bridge.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyText } from "../../ui/CopyText.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { BackupBox } from "./BackupBox.tsx";
import { KeepingBox } from "./KeepingBox.tsx";
import { MoveInBox } from "./move-in/MoveInBox.tsx";
import { RestoreBox } from "./RestoreBox.tsx";
import { SecretsBox } from "./SecretsBox.tsx";
import { useSizeWords } from "./size-words.ts";
import styles from "./SettingsView.module.css";

/** Reads the folder's facts on mount; the check runs on request. */
export function DataSettings() {
  return (
    <div className={section["sections"]}>
      <DataFacts />
      <BackupBox />
      <RestoreBox />
      <SecretsBox />
      <KeepingBox />
      <MoveInBox />
    </div>
  );
}

function DataFacts() {
  const { t } = useTranslation();
  const facts = useLoaded(() => call(getDataFacts));
  const act = useAct();
  const [found, setFound] = useState<Integrity | null>(null);
  const check = (): void =>
    void act.run(async () => {
      setFound(await call(checkIntegrity));
      await facts.reload();
    });
  return (
    <section
      className={`${section["section"]} ${styles["about"]}`}
      aria-label={t("data.title")}
      data-testid="data"
    >
      <h2>{t("data.title")}</h2>
      <p>{t("data.lead")}</p>
      {facts.failure === null ? null : <FailureText failure={facts.failure} />}
      {facts.value === null ? null : <Facts facts={facts.value} />}
      <div role="status">
        {act.state.step === "running" ? (
          <>
            <p>{t("data.checking")}</p>
            <progress aria-label={t("data.checking")} />
          </>
        ) : null}
        {found === null || found.isWhole ? null : (
          <p>{t("data.damage", { found: found.database.join("; ") })}</p>
        )}
      </div>
      <ActFailure act={act} />
      <div>
        <Button disabled={act.state.step === "running"} onPress={check}>
          {t("data.checkNow")}
        </Button>
      </div>
    </section>
  );
}

function Facts({ facts }: { readonly facts: DataOf<typeof getDataFacts> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sizeWords = useSizeWords();
  const { checked } = facts;
  return (
    <>
      {facts.folder === "" ? null : <CopyText label={t("data.folder")} text={facts.folder} />}
      <dl>
        <dt>{t("data.size")}</dt>
        <dd>{sizeWords(facts.bytes)}</dd>
        <dt>{t("data.free")}</dt>
        <dd>{sizeWords(facts.freeBytes)}</dd>
        <dt>{t("data.check")}</dt>
        <dd>
          {checked === null ? (
            t("data.never")
          ) : (
            <Mark tone={checked.isWhole ? "ok" : "stop"}>
              {t(checked.isWhole ? "data.whole" : "data.damaged", {
                when: format.instant(checked.at),
              })}
            </Mark>
          )}
        </dd>
      </dl>
    </>
  );
}
