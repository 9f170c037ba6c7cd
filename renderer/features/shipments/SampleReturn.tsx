/** Asks before the label of a return is bought at a made-up price. */
import { SampleQuestionPanel } from "../../ui/SampleQuestionPanel.tsx";
import { chosenOfferOf } from "./return-offers.ts";
import { useShipments } from "./use-shipments.ts";

/** Asks the question. F10 buys, F12 does not. */
export function SampleReturn() {
  const offer = useShipments(chosenOfferOf);
  const names = useShipments((store) => store.shipmentDetail?.detail.serviceNames);
  return offer === undefined ? null : (
    <SampleQuestionPanel
      offer={offer}
      service={names?.[offer.providerServiceCode] ?? offer.providerServiceCode}
    />
  );
}
