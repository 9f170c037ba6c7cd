/** Step with the extras and rules of a price list: each group is closed until it is opened. */
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Prices.module.css";
import { PairRows } from "./PairRows.tsx";
import { PriceChoice, PriceField } from "./PriceField.tsx";
import { usePriceForm } from "./price-form.ts";
import { RemotePlaces } from "./RemotePlaces.tsx";
import { rowsIn } from "./build-extras.ts";

/** Groups, with the fields that decide whether a group is open because one of them is wrong. */
const GROUPS = {
  fuel: ["fuel"],
  discount: ["discount", "minimum"],
  size: ["oversizeOver", "oversize", "heavyMeasure", "heavyOver", "heavyPer", "heavy"],
  remote: ["remote", "remotePlaces"],
  services: ["collection", "phone", "sms", "declaredMin", "declaredPercent", "returns"],
  cash: ["collects", "cashMin", "cashPercent", "cashBands", "cardMin", "cardPercent", "cardBands"],
  limits: ["maxDesi", "maxKg", "maxSide", "maxSides"],
  fee: ["fee", "feeMaxKg", "feeMaxDesi"],
  promise: ["days", "cutOff", "saturdays"],
} as const;
type GroupName = keyof typeof GROUPS;

/** Shows the groups. @param zones Names of the zones, for the promised days. */
export function ExtrasStep({ zones }: { readonly zones: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles["groups"]}>
      <p>{t("prices.extrasLead")}</p>
      <Group name="fuel">
        <Fuel />
      </Group>
      <Group name="discount">
        <PriceField name="discount" label={t("prices.discount")} hint={t("prices.discountHint")} />
        <PriceField name="minimum" label={t("prices.minimum")} hint={t("prices.minimumHint")} />
      </Group>
      <Group name="size">
        <Size />
      </Group>
      <Group name="remote">
        <Remote />
      </Group>
      <Group name="services">
        <PriceField name="collection" label={t("prices.collection")} />
        <PriceField name="phone" label={t("prices.phone")} />
        <PriceField name="sms" label={t("prices.sms")} />
        <PriceField name="declaredPercent" label={t("prices.declaredPercent")} />
        <PriceField name="declaredMin" label={t("prices.declaredMin")} />
        <PriceField name="returns" label={t("prices.returns")} hint={t("prices.returnsHint")} />
      </Group>
      <Group name="cash">
        <Cash />
      </Group>
      <Group name="limits">
        <PriceField name="maxDesi" label={t("prices.maxDesi")} />
        <PriceField name="maxKg" label={t("prices.maxKg")} />
        <PriceField name="maxSide" label={t("prices.maxSide")} />
        <PriceField name="maxSides" label={t("prices.maxSides")} />
      </Group>
      <Group name="fee">
        <Fee />
      </Group>
      <Group name="promise">
        <Promised zones={zones} />
      </Group>
    </div>
  );
}

/** A group, closed at first; open while one of its fields is wrong. */
function Group({ name, children }: { readonly name: GroupName; readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { typed, faults } = usePriceForm();
  const [isOpen, setOpen] = useState(false);
  const isWrong = [...faults.keys()].some((field) =>
    GROUPS[name].some((own) => field === own || field.startsWith(`${own}.`)),
  );
  const choice = useChoiceWords(name);
  const filled = [
    ...choice,
    ...GROUPS[name].flatMap((field) => summaryOf(field, typed[field] ?? "")),
  ];
  return (
    <details
      open={isOpen || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      data-testid={`prices-${name}`}
    >
      <summary>
        <b>{t(`prices.groups.${name}`)}</b>
        <span className={styles["soft"]}>
          {isOpen ? "" : filled.length === 0 ? t("prices.noneSet") : filled.join(" · ")}
        </span>
      </summary>
      <div className={styles["fields"]}>{children}</div>
    </details>
  );
}

/** Returns the words of the choice that a group has, for its summary. */
function useChoiceWords(name: GroupName): readonly string[] {
  const { t } = useTranslation();
  const { typed } = usePriceForm();
  if (name === "cash")
    return (["never", "also", "only"] as const)
      .filter((value) => value === typed["collects"])
      .map((value) => t(`prices.collectsWays.${value}`));
  if (name === "fee")
    return (["all", "freight", "none"] as const)
      .filter((value) => value === typed["fee"])
      .map((value) => t(`prices.feeOns.${value}`));
  return [];
}

/** Fields whose text is a choice, which a summary leaves out. */
const CHOICES = new Set(["heavyMeasure", "collects", "fee", "saturdays", "remotePlaces"]);

/** Returns the texts of a field for the summary of its closed group. */
function summaryOf(field: string, text: string): readonly string[] {
  if (text === "" || CHOICES.has(field)) return [];
  return text.startsWith("[") ? rowsIn(text).map((row) => row.join(": ")) : [text];
}

function Fuel() {
  const { t } = useTranslation();
  const { typed, change, faults } = usePriceForm();
  return (
    <PairRows
      field="fuel"
      value={typed["fuel"] ?? "[]"}
      onChange={(fuel) => change({ fuel })}
      columns={[t("prices.fuelFrom"), t("prices.fuelPercent")]}
      addWords={t("prices.fuelAdd")}
      fresh={[typed["validFrom"] ?? "", ""]}
      faults={faults}
    />
  );
}

function Size() {
  const { t } = useTranslation();
  return (
    <>
      <PriceField name="oversizeOver" label={t("prices.oversizeOver")} />
      <PriceField name="oversize" label={t("prices.oversize")} />
      <PriceChoice
        name="heavyMeasure"
        label={t("prices.heavyMeasure")}
        options={[
          { value: "kg", words: t("prices.kg") },
          { value: "desi", words: t("prices.desi") },
        ]}
      />
      <PriceField name="heavyOver" label={t("prices.heavyOver")} />
      <PriceField name="heavy" label={t("prices.heavy")} />
      <PriceField name="heavyPer" label={t("prices.heavyPer")} hint={t("prices.heavyPerHint")} />
    </>
  );
}

function Remote() {
  const { t } = useTranslation();
  const { typed, change, cities, faults } = usePriceForm();
  return (
    <>
      <PriceField name="remote" label={t("prices.remote")} />
      <RemotePlaces
        value={typed["remotePlaces"] ?? ""}
        onChange={(remotePlaces) => change({ remotePlaces })}
        cities={cities}
        wrong={faults.has("remotePlaces") ? t("agreements.wrong.missing") : null}
      />
    </>
  );
}

function Cash() {
  const { t } = useTranslation();
  const { typed, change, faults } = usePriceForm();
  return (
    <>
      <div className={styles["wide"]}>
        <PriceChoice
          name="collects"
          label={t("prices.collects")}
          options={(["never", "also", "only"] as const).map((value) => ({
            value,
            words: t(`prices.collectsWays.${value}`),
          }))}
        />
      </div>
      {typed["collects"] === "never"
        ? null
        : (["cash", "card"] as const).map((by) => (
            <fieldset key={by} className={styles["by"]}>
              <legend>{t(`prices.by.${by}`)}</legend>
              <PriceField name={`${by}Percent`} label={t("prices.cashPercent")} />
              <PriceField name={`${by}Min`} label={t("prices.cashMin")} />
              <PairRows
                field={`${by}Bands`}
                value={typed[`${by}Bands`] ?? "[]"}
                onChange={(rows) => change({ [`${by}Bands`]: rows })}
                columns={[t("prices.bandUpTo"), t("prices.bandFee")]}
                addWords={t("prices.bandAdd")}
                faults={faults}
              />
            </fieldset>
          ))}
    </>
  );
}

function Fee() {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles["wide"]}>
        <PriceChoice
          name="fee"
          label={t("prices.feeOn")}
          options={(["all", "freight", "none"] as const).map((value) => ({
            value,
            words: t(`prices.feeOns.${value}`),
          }))}
        />
      </div>
      <PriceField name="feeMaxKg" label={t("prices.feeMaxKg")} />
      <PriceField name="feeMaxDesi" label={t("prices.feeMaxDesi")} />
    </>
  );
}

function Promised({ zones }: { readonly zones: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      {(zones.length === 0 ? [""] : zones).map((zone, i) => (
        <PriceField
          key={`${i} ${zone}`}
          name={`days.${i}`}
          label={zone === "" ? t("prices.days") : t("prices.daysOf", { zone })}
        />
      ))}
      <PriceField name="cutOff" label={t("prices.cutOff")} hint={t("prices.cutOffHint")} isText />
      <PriceChoice
        name="saturdays"
        label={t("prices.saturdays")}
        options={[
          { value: "no", words: t("prices.no") },
          { value: "yes", words: t("prices.yes") },
        ]}
      />
    </>
  );
}
