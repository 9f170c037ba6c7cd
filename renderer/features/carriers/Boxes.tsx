/**
 * The boxes of the packing desk: name, measures and empty weight, in the order of their digits on
 * Pack.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  deleteParcelTemplate,
  listParcelTemplates,
  orderParcelTemplates,
} from "../../../core/parcels/parcels.api.ts";
import type { ParcelTemplate } from "../../../core/parcels/parcels.schema.ts";
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

/** Boxes that a digit chooses. */
const DIGITS = 9;

/** Reads the boxes when it opens. */
export function Boxes() {
  const { t } = useTranslation();
  const format = useFormat();
  const boxes = useLoaded(() => call(listParcelTemplates));
  const act = useAct();
  const keep = useShared((store) => store.keepDraft);
  const [editing, setEditing] = useState<string | null>(null);
  // A box that was left half changed is open again.
  const left = useShared(
    (store) => boxes.value?.find(({ id }) => store.drafts[boxDraft(id)] !== undefined)?.id ?? null,
  );
  const open = editing ?? left;
  /** What was typed into the one that was open is given up. */
  const edit = (id: string | null): void => {
    if (open !== null) keep(boxDraft(open), null);
    setEditing(id);
  };
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
  const measures = ({
    length,
    width,
    height,
    distanceUnit,
    weight,
    massUnit,
  }: ParcelTemplate): string =>
    `${[length, width, height].map((side) => format.measure(side)).join(" × ")} ${distanceUnit} · ${format.measure(weight, 0, 3)} ${massUnit}`;
  return (
    <div data-testid="boxes">
      <section className={section["section"]} aria-label={t("boxes.title")}>
        <h2>{t("boxes.title")}</h2>
        <p>{t("boxes.lead")}</p>
        {boxes.failure === null ? null : <FailureText failure={boxes.failure} />}
        {boxes.value?.length === 0 ? <p>{t("boxes.none")}</p> : null}
        <ol className={rows["rows"]}>
          {boxes.value?.map((box, at) => (
            <li key={box.id}>
              {at < DIGITS ? <Kbd>{String(at + 1)}</Kbd> : null}
              <span className={rows["what"]}>
                <b>{box.name}</b>
                <span className={rows["soft"]}>{measures(box)}</span>
              </span>
              <span className={styles["moves"]}>
                <Button
                  small
                  disabled={at === 0}
                  label={t("boxes.up", { name: box.name })}
                  onPress={() => move(at, at - 1)}
                >
                  <span aria-hidden>↑</span>
                </Button>
                <Button
                  small
                  disabled={at + 1 === boxes.value?.length}
                  label={t("boxes.down", { name: box.name })}
                  onPress={() => move(at, at + 1)}
                >
                  <span aria-hidden>↓</span>
                </Button>
              </span>
              <Button
                small
                label={t("boxes.changeOf", { name: box.name })}
                onPress={() => edit(open === box.id ? null : box.id)}
              >
                {t("boxes.change")}
              </Button>
              <AskTwice
                subject={box.name}
                words={t("boxes.remove")}
                confirm={t("boxes.removeNow")}
                onConfirm={() => remove(box.id)}
              />
              {open === box.id ? (
                <div className={rows["below"]}>
                  <BoxForm
                    box={box}
                    onSaved={async () => {
                      setEditing(null);
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
