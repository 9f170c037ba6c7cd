/** The offers of an order side by side, in place of both halves of Pack. */
import { Suspense } from "react";
import { lazyPart } from "../../../ui/lazy-screen.ts";
import { BuyBar } from "./BuyBar.tsx";
import { IneligibleServices } from "./IneligibleServices.tsx";
import { Line as MarketplaceLine } from "./soon-marketplace-line.ts";
import type { PackStep } from "../pack-step.ts";

const OffersTable = lazyPart(async () => (await import("./OffersTable.tsx")).OffersTable);

/** The offer table, the services without an offer, and the buy button. */
export function CompareOffers({
  pack,
}: {
  readonly pack: Extract<PackStep, { step: "offers" | "buying" }>;
}) {
  return (
    <>
      <Suspense fallback={null}>
        <OffersTable
          parcel={pack.parcel}
          offerID={pack.step === "buying" ? pack.offer.id : pack.offerID}
          fixed={pack.step === "buying"}
        />
      </Suspense>
      <IneligibleServices services={pack.parcel.missing} open={false} />
      <MarketplaceLine pack={pack} />
      <BuyBar pack={pack} />
    </>
  );
}
