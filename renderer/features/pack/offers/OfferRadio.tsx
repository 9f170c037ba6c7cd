/** Radio button of an offer in the table of offers. */
import { usePack } from "../use-pack.ts";

export type ChoiceProps = { readonly chosenID: string | null; readonly fixed: boolean };

type RadioProps = ChoiceProps & { readonly id: string; readonly label: string };

/** Chooses an offer; `fixed`: no offer can be chosen, because a purchase runs. */
export function OfferRadio({ id, label, chosenID, fixed }: RadioProps) {
  const dispatch = usePack((store) => store.dispatchPack);
  return (
    <input
      type="radio"
      name="offer"
      value={id}
      aria-label={label}
      checked={id === chosenID}
      disabled={fixed}
      onChange={() => dispatch({ type: "chose", offerID: id })}
    />
  );
}
