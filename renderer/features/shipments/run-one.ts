/** Runs a command on one shipment. */
import { cancelShipment } from "../../../core/shipping/shipments/shipments.api.ts";
import { buyAtDesk } from "../../../core/station/station.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";

/** `amount`: the amount paid, money text; "0.00" for a cancellation. */
type Ran = { readonly amount: string } | { readonly failure: Failure };

/** Buys without printing, because labels bought together are printed as a batch. */
export async function buyOne(offerID: string): Promise<Ran> {
  return ran(
    async () =>
      (await call(buyAtDesk, { body: { offerID, print: false } })).transaction.totalAmount,
  );
}

/** Cancels the shipment; a bought label is cancelled at the carrier and refunded. */
export async function cancelOne(shipmentID: string): Promise<Ran> {
  return ran(async () => {
    await call(cancelShipment, { params: { shipmentID } });
    return "0.00";
  });
}

async function ran(run: () => Promise<string>): Promise<Ran> {
  try {
    return { amount: await run() };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
