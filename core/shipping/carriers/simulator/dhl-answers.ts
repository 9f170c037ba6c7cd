/** Writes the answers in which the simulated DHL eCommerce reports its parcels. */
import { turkishTime } from "../../../base/turkish-day.ts";
import type { SimulatedParcel, Step } from "./parcels.ts";

/** States by step. A branch scans the parcel with its transfer. */
const STATES: Readonly<Record<Step, readonly [code: number, words: string]>> = {
  scanned: [2, "Transfer_Asamasinda"],
  transfer: [2, "Transfer_Asamasinda"],
  arrived: [3, "Gonderi_Teslimat_Birimine_Ulasti"],
  out: [4, "Gonderi_Alici_Adresine_Yonlendirildi"],
  delivered: [5, "Teslim_Edildi"],
  returning: [7, "Geri_Geliyor"],
  kept: [4, "Gonderi_Alici_Adresine_Yonlendirildi"],
  returned: [5, "Teslim_Edildi"],
  lost: [8, "Destek_Gerekiyor"],
};
const PREPARED = [1, "Gonderi_Hazirlandi"] as const;

/** Writes the state of a parcel. @param madeAt Time of its barcode, ISO 8601. */
export function statusAnswer(parcel: SimulatedParcel, reference: string, madeAt: string): unknown {
  const last = parcel.steps.at(-1);
  const [code, words] = last === undefined ? PREPARED : STATES[last.step];
  const at = timeOf(last?.at ?? madeAt);
  return [
    {
      orderId: "5464767",
      referenceId: reference,
      shipmentId: parcel.number,
      shipmentStatus: words,
      shipmentStatusCode: code,
      shipmentStatusExplanation: "",
      statusDateTime: at,
      trackingUrl: `https://tracking.example.test/dhl/${parcel.number}`,
      isDelivered: code === 5 ? 1 : 0,
      deliveryDateTime: code === 5 ? at : "",
      deliveryTo: code === 5 ? "ALICI" : "",
    },
  ];
}

/** Writes the movements of a parcel, newest first; one movement is an object. */
export function movementsAnswer(
  { steps }: SimulatedParcel,
  reference: string,
  madeAt: string,
): unknown {
  const made = {
    referenceId: reference,
    eventSequence: "1",
    eventStatus: PREPARED[1],
    eventDateTime: timeOf(madeAt),
    location: "",
    description: "",
  };
  const moved = steps.map(({ step, at }, n) => ({
    referenceId: reference,
    eventSequence: String(n + 2),
    eventStatus: STATES[step][1],
    eventDateTime: timeOf(at),
    location: "PACKBENCH ŞUBESİ",
    description: "",
  }));
  // A branch may scan a parcel some time after its label was made.
  const all = steps.some(({ at }) => at < madeAt) ? moved : [made, ...moved];
  return all.length === 1 ? all[0] : all.toReversed();
}

/** Writes a shipment with its one piece. */
export function shipmentAnswer(parcel: SimulatedParcel, reference: string): unknown {
  const last = parcel.steps.at(-1);
  const [code] = last === undefined ? PREPARED : STATES[last.step];
  return [
    {
      shipment: {
        referenceId: reference,
        shipmentId: parcel.number,
        shipmentStatusCode: code,
        pieceCount: 1,
        isDelivered: code === 5 ? 1 : 0,
        finalTotal: 0,
      },
      shipmentPieceList: [{ numberOfPieces: 1, barcode: parcel.code, desi: 1, kg: 1 }],
    },
  ];
}

/** Writes the Turkish time of an instant, "29-11-2026 08:23". */
function timeOf(at: string): string {
  const text = turkishTime(at);
  return `${text.slice(8, 10)}-${text.slice(5, 7)}-${text.slice(0, 4)} ${text.slice(11, 16)}`;
}
