/** Dependencies of fulfilment: the dependencies of printing, and two more. */
import type { SharingTimes } from "./shared-printers/sharing-times.ts";
import type { DeliveryTurns } from "./webhooks/delivery-turns.ts";
import type { PrintingDeps } from "../printing/deps.ts";

export type FulfilmentDeps = PrintingDeps & {
  /** Decides which webhooks' deliveries this station sends. */
  readonly turns: DeliveryTurns;
  readonly syncTimes: SharingTimes;
};
