/** Words and tones of announcements. */
import { useTranslation } from "react-i18next";
import type { AnnouncementState } from "../../../core/fulfilment/announcements/announcements.schema.ts";
import type { Tone } from "../../ui/Mark.tsx";
import { CORRECTED, type Correctable } from "./corrections.ts";

const TONES: Readonly<Record<AnnouncementState, Tone>> = {
  WAITING: "info",
  ANNOUNCED: "ok",
  REFUSED: "stop",
  UNCERTAIN: "ask",
  WITHDRAWN: "info",
  CANCELED: "info",
};

/** Returns the tone of a state. */
export function toneOf(state: AnnouncementState): Tone {
  return TONES[state];
}

/** Returns the key of one word for an open announcement's state. */
export function shortKey(
  state: AnnouncementState,
): `announcements.short.${"REFUSED" | "UNCERTAIN" | "WAITING"}` {
  return `announcements.short.${state === "REFUSED" || state === "UNCERTAIN" ? state : "WAITING"}`;
}

/** Returns the sentence that names the field to correct; unknown fields are shown by name. */
export function useFieldWords(): (field: string) => string {
  const { t } = useTranslation();
  return (field) => {
    if (field === "account") return t("announcements.accountWrong");
    const known = CORRECTED.find((one) => one === field);
    return t("announcements.toCorrect", {
      field: known === undefined ? field : t(`announcements.fields.${known satisfies Correctable}`),
    });
  };
}
