/** States of a shipment in words, for files that people read. */
import type { StateName } from "./shipment-state.schema.ts";

/** Words by state. A file has a separate column for returns. */
export const STATUS_WORDS: Readonly<Record<"en" | "tr", Readonly<Record<StateName, string>>>> = {
  en: {
    CREATED: "No offers yet",
    GOT_OFFERS: "To be packed",
    HELD: "On hold",
    OFFER_ACCEPTED: "Being bought",
    TRACKING_CODE_CREATED: "Bought",
    LABEL_PRINTED: "Printed",
    ANNOUNCED: "Announced",
    HANDED_OVER: "Handed over",
    SHIPPED: "On its way",
    OUT_FOR_DELIVERY: "Out for delivery",
    DAMAGED: "Damaged",
    DELIVERED: "Delivered",
    CANCELED: "Cancelled",
    RETURNED: "Sent back",
    RETURN_SHIPPED: "Return on its way",
    FAILED: "Not delivered",
    LOST: "Lost",
  },
  tr: {
    CREATED: "Teklif bekliyor",
    GOT_OFFERS: "Paketlenecek",
    HELD: "Askıda",
    OFFER_ACCEPTED: "Satın alınıyor",
    TRACKING_CODE_CREATED: "Satın alındı",
    LABEL_PRINTED: "Yazdırıldı",
    ANNOUNCED: "Kargoya bildirildi",
    HANDED_OVER: "Kargoya verildi",
    SHIPPED: "Yolda",
    OUT_FOR_DELIVERY: "Dağıtımda",
    DAMAGED: "Hasarlı",
    DELIVERED: "Teslim edildi",
    CANCELED: "İptal edildi",
    RETURNED: "Geri gönderildi",
    RETURN_SHIPPED: "İade yolda",
    FAILED: "Teslim edilemedi",
    LOST: "Kayıp",
  },
};
