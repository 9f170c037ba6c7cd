/** Boxes of the station: name, measures and empty weight, in the order of their digits in Pack. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteParcelTemplate,
  listParcelTemplates,
  orderParcelTemplates,
} from "../../../core/shipping/parcels/parcels.api.ts";
import type { ParcelTemplate } from "../../../core/shipping/parcels/parcels.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useShared } from "../../store/shared.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Kbd } from "../../ui/Kbd.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./Carriers.module.css";
import { boxDraft, BoxForm } from "./BoxForm.tsx";

/** Number of boxes that a digit can choose. */
const DIGITS = 9;

/** Reads the boxes on mount. */
export function Boxes() {
  const { t } = useTranslation();
  const boxes = useLoaded(() => call(listParcelTemplates));
  const act = useAct();
  const { open, edit, close } = useOpenBox(boxes.value);
  const remove = (id: string): void =>
    void act
      .run(() => call(deleteParcelTemplate, { params: { parcelTemplateID: id } }))
      .finally(() => void boxes.reload());
  const move = (from: number, to: number): void => {
    const ids = boxes.value?.map(({ id }) => id) ?? [];
    ids.splice(to, 0, ...ids.splice(from, 1));
    void act
      .run(() => call(orderParcelTemplates, { body: { ids } }))
      .finally(() => void boxes.reload());
  };
  return (
    <div className={section["sections"]} data-testid="boxes">
      <section className={section["section"]} aria-label={t("boxes.title")}>
        <h2>{t("boxes.title")}</h2>
        <p>{t("boxes.lead")}</p>
        {boxes.failure === null ? null : <FailureText failure={boxes.failure} />}
        {boxes.value?.length === 0 ? <p>{t("boxes.none")}</p> : null}
        <ol className={rows["rows"]}>
          {boxes.value?.map((box, at) => (
            <li key={box.id}>
              <BoxRow
                box={box}
                at={at}
                count={boxes.value?.length ?? 0}
                onMove={(to) => move(at, to)}
                onChange={() => edit(open === box.id ? null : box.id)}
                onRemove={() => remove(box.id)}
              />
              {open === box.id ? (
                <div className={rows["below"]}>
                  <BoxForm
                    box={box}
                    onSaved={async () => {
                      close();
                      await boxes.reload();
                    }}
                  />
                </div>
              ) : null}
            </li>
          ))}
        </ol>
        <ActFailure act={act} />
      </section>
      {open === null ? <BoxForm box={null} onSaved={boxes.reload} /> : null}
    </div>
  );
}

/** Returns which box is being changed; a box with an unsaved draft opens again. */
function useOpenBox(boxes: readonly ParcelTemplate[] | null): {
  readonly open: string | null;
  /** Opens another box, or none; drops the draft of the box that was open. */
  readonly edit: (id: string | null) => void;
  /** Closes the box after saving. */
  readonly close: () => void;
} {
  const keep = useShared((store) => store.keepDraft);
  const [editing, setEditing] = useState<string | null>(null);
  const left = useShared(
    (store) => boxes?.find(({ id }) => store.drafts[boxDraft(id)] !== undefined)?.id ?? null,
  );
  const open = editing ?? left;
  const edit = (id: string | null): void => {
    if (open !== null) keep(boxDraft(open), null);
    setEditing(id);
  };
  return { open, edit, close: () => setEditing(null) };
}

type BoxRowProps = {
  readonly box: ParcelTemplate;
  /** The box's index from 0, and the number of boxes. */
  readonly at: number;
  readonly count: number;
  readonly onMove: (to: number) => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
};

/** Shows a box with its digit, its measures and its buttons. */
function BoxRow({ box, at, count, onMove, onChange, onRemove }: BoxRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {at < DIGITS ? <Kbd>{String(at + 1)}</Kbd> : null}
      <span className={rows["what"]}>
        <b>{box.name}</b>
        <span className={rows["soft"]}>{measures(format, box)}</span>
      </span>
      <span className={styles["moves"]}>
        <Button
          small
          disabled={at === 0}
          label={t("boxes.up", { name: box.name })}
          onPress={() => onMove(at - 1)}
        >
          <span aria-hidden>↑</span>
        </Button>
        <Button
          small
          disabled={at + 1 === count}
          label={t("boxes.down", { name: box.name })}
          onPress={() => onMove(at + 1)}
        >
          <span aria-hidden>↓</span>
        </Button>
      </span>
      <Button small label={t("boxes.changeOf", { name: box.name })} onPress={onChange}>
        {t("boxes.change")}
      </Button>
      <AskTwice
        subject={box.name}
        words={t("boxes.remove")}
        confirm={t("boxes.removeNow")}
        onConfirm={onRemove}
      />
    </>
  );
}

function measures(format: ReturnType<typeof useFormat>, box: ParcelTemplate): string {
  const sides = [box.length, box.width, box.height].map((side) => format.measure(side)).join(" × ");
  return `${sides} ${box.distanceUnit} · ${format.measure(box.weight, 0, 3)} ${box.massUnit}`;
}
