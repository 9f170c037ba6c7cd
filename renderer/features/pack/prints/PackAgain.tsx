/** The button of a cancelled order: packs it again, or opens the order with which it is packed. */
import { useTranslation } from "react-i18next";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { packAgain } from "../order-commands.ts";
import type { Parcel } from "../pack-step.ts";
import { nameOf } from "../parcel/TogetherLine.tsx";

/**
 * Shows the button.
 *
 * @param first The order whose parcel has the items of this cancelled order; null: none.
 */
export function PackAgain({ first }: { readonly first: Parcel["together"]["packedWith"] }) {
  const { t } = useTranslation();
  const press = useSettledPress(packAgain);
  return (
    <Button rank="primary" keyName="Enter" {...press}>
      {first === null ? t("done.again") : t("desk.next.order", { order: nameOf(first) })}
    </Button>
  );
}
