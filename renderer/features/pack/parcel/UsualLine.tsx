/** Compares the parcel's weight with earlier parcels that had the same contents. */
import { useTranslation } from "react-i18next";
import type { UsualParcel } from "../../../../core/shipping/products/products.schema.ts";
import { Mark } from "../../../ui/Mark.tsx";
import { useFormat } from "../../../ui/use-format.ts";

/** Shows the usual weight, or warns of an unusual one. @returns null when no weight is known. */
export function UsualLine({ usual }: { readonly usual: UsualParcel }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { grams, parcels, isUnusual, stops } = usual;
  if (grams === 0) return null;
  const weight = `${format.measure(String(grams / 1_000), 2)} kg`;
  if (!isUnusual)
    return <p data-testid="usual">{t("desk.usual.usually", { weight, count: parcels })}</p>;
  return (
    <p role="alert" data-testid="unusual">
      <Mark tone={stops ? "stop" : "attention"}>
        {t("desk.usual.unusual", { weight, count: parcels })}
      </Mark>
    </p>
  );
}
