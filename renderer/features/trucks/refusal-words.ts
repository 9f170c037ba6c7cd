/** Words for a label that was not counted: what it is, and what to do with the parcel. */
import { useTranslation } from "react-i18next";
import type { HandOverRefusal } from "../../../core/fulfilment/hand-over/hand-over.schema.ts";
import type { Failure } from "../../lib/failure.ts";
import type { useFormat } from "../../ui/use-format.ts";

const KNOWN: Readonly<Record<HandOverRefusal, true>> = {
  UNKNOWN: true,
  NO_LABEL: true,
  CANCELED: true,
  VOID: true,
  TEST: true,
  SAMPLE: true,
  RETURN: true,
  OTHER_CARRIER: true,
  HANDED_OVER: true,
  SCANNED_BY_CARRIER: true,
  SEVERAL_BOXES: true,
  SEVERAL_ORDERS: true,
  NOT_ANNOUNCED: true,
  ANNOUNCEMENT_REFUSED: true,
  ANNOUNCEMENT_UNCERTAIN: true,
  NOT_LOADED: true,
};

function isKnown(reason: string | undefined): reason is HandOverRefusal {
  return reason !== undefined && Object.hasOwn(KNOWN, reason);
}

/**
 * Returns the words for a failure of a scan; null for a failure that is no refusal of the label.
 *
 * @param format Formats of the screen's language.
 */
export function useRefusalWords(format: ReturnType<typeof useFormat>) {
  const { t } = useTranslation();
  return ({ code, reason, values = {} }: Failure): { title: string; next: string } | null => {
    if (code !== "E2192" || !isKnown(reason)) return null;
    const at = values["at"];
    const named = {
      carrier: String(values["carrierName"] ?? ""),
      number: String(values["number"] ?? ""),
      stays: String(values["staysWith"] ?? ""),
      at: at === undefined ? "" : format.instant(String(at)),
    };
    return {
      title: t(`handOver.refused.${reason}.title`, named),
      next: t(`handOver.refused.${reason}.next`, named),
    };
  };
}
