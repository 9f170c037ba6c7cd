/** Asks what the columns of a file mean whose headings do not show it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Mapping } from "../../../../core/shipping/agreements/load/mapping.schema.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choice } from "../../../ui/Choice.tsx";
import { Select } from "../../../ui/Select.tsx";
import styles from "./Prices.module.css";
import type { ReadFile } from "./read-price-file.ts";

type ColumnFieldsProps = {
  readonly read: ReadFile;
  readonly onMap: (mapping: Mapping) => void;
};

/** Meaning of a column in either shape; "" for none. */
const PARTS = {
  zones: ["desi", "price"],
  prices: ["desi", "upTo", "price", "zone", "service"],
} as const;
type Part = (typeof PARTS)[keyof typeof PARTS][number];
type Meanings = Readonly<Partial<Record<string, Part>>>;

/** Shows a select list for each heading, and the command that reads the file again. */
export function ColumnFields({ read, onMap }: ColumnFieldsProps) {
  const { t } = useTranslation();
  const { headings } = read;
  const [shape, setShape] = useState<Mapping["shape"]>(read.mapping?.shape ?? "zones");
  const [meanings, setMeanings] = useState<Meanings>(() => meaningsOf(read.mapping));
  const mapping = mappingOf(shape, meanings, headings.row);
  return (
    <section
      className={styles["columns"]}
      aria-label={t("prices.columns")}
      data-testid="price-columns"
    >
      <h3>{t("prices.columns")}</h3>
      <p>{t("prices.columnsLead", { row: headings.row })}</p>
      <Choice
        label={t("prices.shape")}
        value={shape}
        options={[
          { value: "zones", words: t("prices.shapes.zones") },
          { value: "prices", words: t("prices.shapes.prices") },
        ]}
        onChange={setShape}
      />
      <div className={styles["fields"]}>
        {headings.list.map(({ column, text }) => (
          <Select
            key={column}
            label={`${column}: ${text}`}
            value={meanings[column] ?? ""}
            none={t("prices.columnNone")}
            options={PARTS[shape].map((part) => ({
              value: part,
              words: t(`prices.columnParts.${part}`),
            }))}
            onChange={(value) =>
              setMeanings({ ...meanings, [column]: PARTS[shape].find((part) => part === value) })
            }
          />
        ))}
      </div>
      <div>
        <Button
          rank="primary"
          disabled={mapping === undefined}
          onPress={() => (mapping === undefined ? undefined : onMap(mapping))}
        >
          {t("prices.columnsRead")}
        </Button>
      </div>
    </section>
  );
}

function meaningsOf(mapping: Mapping | null): Meanings {
  if (mapping === null) return {};
  const pairs: readonly (readonly [string | null, Part])[] =
    mapping.shape === "zones"
      ? [[mapping.desi, "desi"], ...mapping.zones.map((zone) => [zone, "price"] as const)]
      : [
          [mapping.desi, "desi"],
          [mapping.upTo, "upTo"],
          [mapping.price, "price"],
          [mapping.zone, "zone"],
          [mapping.service, "service"],
        ];
  return Object.fromEntries(pairs.filter(([column]) => column !== null));
}

/** Builds the mapping; undefined while a needed column is missing or meant twice. */
function mappingOf(
  shape: Mapping["shape"],
  meanings: Meanings,
  headingsRow: number,
): Mapping | undefined {
  const columnsOf = (part: Part): string[] =>
    Object.keys(meanings).filter((column) => meanings[column] === part);
  const [desi, ...otherDesi] = columnsOf("desi");
  const [price, ...otherPrices] = columnsOf("price");
  if (desi === undefined || price === undefined || otherDesi.length > 0) return undefined;
  if (shape === "zones") return { shape, headingsRow, desi, zones: [price, ...otherPrices] };
  const one = (part: Part): string | null => columnsOf(part)[0] ?? null;
  return otherPrices.length > 0
    ? undefined
    : {
        shape,
        headingsRow,
        desi,
        price,
        upTo: one("upTo"),
        zone: one("zone"),
        service: one("service"),
        currency: null,
      };
}
