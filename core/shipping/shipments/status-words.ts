/** States of a shipment in words, for files that people read. */
import type { ShipmentStatus } from "./status-machine.ts";

/** Words by status. `HELD`: a waiting shipment on hold. */
export const STATUS_WORDS: Readonly<
  Record<"en" | "tr", Readonly<Record<ShipmentStatus | "HELD", string>>>
> = {
  en: {
    CREATED: "No offers yet",
    GOT_OFFERS: "To be packed",
    HELD: "On hold",
    OFFER_ACCEPTED: "Being bought",
    TRACKING_CODE_CREATED: "Bought",
    LABEL_PRINTED: "Printed",
    SHIPPED: "On its way",
    DELIVERED: "Delivered",
    CANCELED: "Cancelled",
    RETURNED: "Sent back",
    RETURN_SHIPPED: "Return on its way",
    FAILED: "Not delivered",
  },
  tr: {
    CREATED: "Teklif bekliyor",
    GOT_OFFERS: "Paketlenecek",
    HELD: "Askıda",
    OFFER_ACCEPTED: "Satın alınıyor",
    TRACKING_CODE_CREATED: "Satın alındı",
    LABEL_PRINTED: "Yazdırıldı",
    SHIPPED: "Yolda",
    DELIVERED: "Teslim edildi",
    CANCELED: "İptal edildi",
    RETURNED: "Geri gönderildi",
    RETURN_SHIPPED: "İade yolda",
    FAILED: "Teslim edilemedi",
  },
};
