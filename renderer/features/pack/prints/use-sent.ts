/**
 * What became of a shipment's label at another station, read when it is shown and whenever it
 * changes.
 */
import { useEffect, useMemo } from "react";
import { useIsOver } from "../../../ui/use-is-over.ts";
import type { SentRequest } from "../../../ui/sent-words.ts";
import { sentOf } from "./sent-elsewhere.slice.ts";
import { usePack } from "../use-pack.ts";

/**
 * @param shipmentID Null: of none.
 * @param jobStatus Of its last print here: one that is ended because another station prints it is
 *   asked for again.
 */
export function useSent(
  shipmentID: string | null,
  jobStatus: string | undefined,
): SentRequest | null {
  const load = usePack((store) => store.loadSent);
  useEffect(() => void (shipmentID === null || load(shipmentID)), [load, shipmentID, jobStatus]);
  const request = usePack((store) => (shipmentID === null ? null : sentOf(store, shipmentID)));
  const isOver = useIsOver(request?.expiresAt ?? null);
  return useMemo(() => (request === null ? null : { ...request, isOver }), [request, isOver]);
}
