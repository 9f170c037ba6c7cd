/**
 * Reads the state of a shipment's label at another station, when the shipment is shown and whenever
 * its print job here changes.
 */
import { useEffect, useMemo } from "react";
import { useIsOver } from "../../../ui/use-is-over.ts";
import type { SentRequest } from "../../../ui/sent-words.ts";
import { sentOf } from "./sent-elsewhere.slice.ts";
import { usePack } from "../use-pack.ts";

/**
 * Returns the state of a shipment's label at another station.
 *
 * @param shipmentID null: no shipment.
 * @param jobStatus Status of the shipment's last print job here. Sending the label to another
 *   station ends this job; the request is then read again.
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
