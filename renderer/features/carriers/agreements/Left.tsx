/** Barcodes of an agreement that are left. */
import { useTranslation } from "react-i18next";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import { Mark } from "../../../ui/Mark.tsx";
import { leftWords } from "./agreement-words.ts";

/** Shows the number, with a mark when they are few or none. */
export function Left({ agreement }: { readonly agreement: AgreementView }) {
  const { t } = useTranslation();
  const { tone, words } = leftWords(agreement, t);
  return tone === null ? words : <Mark tone={tone}>{words}</Mark>;
}
