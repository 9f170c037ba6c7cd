/** Turkish words of a shipment's states. */
import type { enStates } from "./en-states.ts";
import type { WordsOf } from "./words.ts";

export const trStates: WordsOf<typeof enStates> = {
  state: {
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
    return: {
      CREATED: "Etiketsiz iade",
      GOT_OFFERS: "Etiketsiz iade",
      OFFER_ACCEPTED: "İade satın alınıyor",
      TRACKING_CODE_CREATED: "İade etiketi alındı",
      LABEL_PRINTED: "İade etiketi yazdırıldı",
      ANNOUNCED: "İade bildirildi",
      HANDED_OVER: "İade kargoya verildi",
      SHIPPED: "İade yolda",
      OUT_FOR_DELIVERY: "İade dağıtımda",
      DAMAGED: "İade hasarlı",
      DELIVERED: "İade ulaştı",
      CANCELED: "İade iptal edildi",
      RETURNED: "İade geri gönderildi",
      RETURN_SHIPPED: "İade yolda",
      FAILED: "İade teslim edilemedi",
      LOST: "İade kayıp",
    },
  },
};
