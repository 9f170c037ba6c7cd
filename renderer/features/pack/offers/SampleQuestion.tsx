/** Asks before the label of the open order is bought at a made-up price. */
import { SampleQuestionPanel } from "../../../ui/SampleQuestionPanel.tsx";
import { findOffer } from "./chosen-offer.ts";
import { parcelOf } from "../pack-step.ts";
import { serviceName } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/** Asks the question. F10 buys, F12 does not. */
export function SampleQuestion() {
  const asked = usePack((store) => store.sampleAsked);
  const parcel = usePack((store) => parcelOf(store.pack));
  const offer = asked === null || parcel === null ? undefined : findOffer(parcel, asked.offerID);
  return offer === undefined || parcel === null ? null : (
    <SampleQuestionPanel offer={offer} service={serviceName(parcel, offer.providerServiceCode)} />
  );
}
