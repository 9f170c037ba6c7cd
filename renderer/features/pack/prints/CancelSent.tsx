/** Button that cancels a label's print at another station while that station has not taken it. */
import { useTranslation } from "react-i18next";
import { focusScanField } from "../../../lib/focus.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import type { SentRequest } from "../../../ui/sent-words.ts";
import { usePack } from "../use-pack.ts";

export function CancelSent({ request: { id, shipmentID } }: { readonly request: SentRequest }) {
  const { t } = useTranslation();
  const giveUp = usePack((store) => store.cancelSent);
  // The button disappears with the request, so the focus moves to the scan field.
  const press = useSettledPress(() => void giveUp(id, shipmentID).then(focusScanField));
  return (
    <Button rank="quiet" {...press}>
      {t("done.cancelSent")}
    </Button>
  );
}
