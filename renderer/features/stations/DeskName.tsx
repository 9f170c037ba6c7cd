/** Form for this station's name, as all stations show it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { nameStation } from "../../../core/sync/sync.api.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useStations } from "./use-stations.ts";

const LONGEST = 60;

/**
 * Shows the form for the station's name.
 *
 * @param sync The sync status; the station's name is shown until another name is typed.
 */
export function DeskName({ sync }: { readonly sync: SyncStatus }) {
  const { t } = useTranslation();
  const act = useAct();
  const load = useStations((store) => store.loadSync);
  const [typed, setTyped] = useState<string | null>(null);
  const [isJudged, setJudged] = useState(false);
  const value = typed ?? sync.stations.find(({ isThis }) => isThis)?.name ?? "";
  const name = value.trim();
  const isRight = name !== "" && name.length <= LONGEST;
  const save = (): void => {
    setJudged(true);
    if (!isRight || act.state.step === "running") return;
    void act
      .run(() => call(nameStation, { body: { name } }).then(load))
      .then((isDone) => isDone && setTyped(null));
  };
  return (
    <div data-testid="desk-name">
      <ActForm
        title={t("stations.name.title")}
        lead={t("stations.name.lead")}
        command={t("stations.name.save")}
        act={act}
        done={t("stations.name.done")}
        onSubmit={save}
      >
        <Field
          label={t("stations.name.label")}
          value={value}
          wrong={isJudged && !isRight ? t("stations.name.wrong", { most: LONGEST }) : null}
          onChange={(text) => {
            setJudged(false);
            setTyped(text);
          }}
        />
      </ActForm>
    </div>
  );
}
