/**
 * A line before the purchase when the label of the chosen offer would be refused, would lack an
 * important field or print other letters, or when the carrier gets another text. The check runs in
 * the background, and nothing waits for it. Fields that small paper may lack are not named.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { previewLabel } from "../../../../core/labels/labels.api.ts";
import type { LabelPreview } from "../../../../core/labels/preview.schema.ts";
import { listPrinters } from "../../../../core/printing/printers.api.ts";
import { call } from "../../../lib/bridge.ts";
import { Mark } from "../../../ui/Mark.tsx";
import { useLabelFields } from "../../../ui/use-label-fields.ts";
import type { Parcel } from "../pack-step.ts";
import { findOffer } from "./chosen-offer.ts";

/**
 * Delay before the check, ms. A packer who buys sooner sees no notice; most labels need none.
 */
const QUIET_MS = 250;

/** Fields that the courier or the branch needs on the label; only these are named as omitted. */
const MISSED: ReadonlySet<string> = new Set([
  "note",
  "recipient.phone",
  "cash.amount",
  "cash.card",
  "payer.recipient",
  "appointment",
  "return",
]);

type LabelNoticeProps = { readonly parcel: Parcel; readonly offerID: string | null };

/**
 * Warns about the label of the chosen offer.
 *
 * @returns null while the check runs, when the label is fine or a marketplace makes it, and when the
 *   check fails.
 */
export function LabelNotice({ parcel, offerID: chosenID }: LabelNoticeProps) {
  const shipmentID = parcel.shipment.id;
  // A marketplace makes its labels itself.
  const offerID = findOffer(parcel, chosenID)?.paidThere === true ? null : chosenID;
  const { t } = useTranslation();
  const words = useLabelFields();
  const [preview, setPreview] = useState<LabelPreview | null>(null);
  useEffect(() => {
    let isShown = true;
    setPreview(null);
    if (offerID === null) return undefined;
    const begin = setTimeout(() => {
      previewOnPrinter(shipmentID, offerID).then(
        (answer) => isShown && setPreview(answer),
        () => undefined, // the purchase itself reports the failure
      );
    }, QUIET_MS);
    return () => {
      isShown = false;
      clearTimeout(begin);
    };
  }, [shipmentID, offerID]);
  if (preview === null) return null;

  const listed = (fields: readonly string[]): string => [...new Set(fields.map(words))].join(", ");
  const omitted = preview.omitted.filter((field) => MISSED.has(field));
  const text =
    preview.fits !== true
      ? t("labels.pack.refused")
      : omitted.length > 0
        ? t("labels.pack.omitted", { fields: listed(omitted) })
        : preview.transliterated.length > 0
          ? t("labels.pack.transliterated", {
              fields: listed(preview.transliterated.map(({ field }) => field)),
            })
          : preview.carrierText.length > 0
            ? t("labels.pack.carrier", {
                fields: listed(preview.carrierText.map(({ field }) => field)),
              })
            : null;
  return text === null ? null : (
    <p data-testid="label-notice">
      <Mark tone={preview.fits === true ? "info" : "attention"}>{text}</Mark>
    </p>
  );
}

/** Previews the label on the label printer's paper, or without a printer on 100 × 150 mm. */
async function previewOnPrinter(shipmentID: string, offerID: string): Promise<LabelPreview> {
  const { list, roles } = await call(listPrinters);
  const printer = list.find(({ id }) => id === roles.label);
  return call(previewLabel, {
    body: {
      shipmentID,
      offerID,
      ...(printer === undefined
        ? {}
        : { widthMm: printer.widthMm, heightMm: printer.heightMm, dpi: printer.dpi }),
    },
  });
}
