/** Why a service makes no offer, by the core's codes, in Turkish. */
import type { enReasons } from "./en-reasons.ts";
import type { WordsOf } from "./words.ts";

export const trReasons: WordsOf<typeof enReasons> = {
  ineligible: {
    ABROAD: "bu ülkeye teslimat yapmıyor",
    CITY_NOT_SERVED: "bu il için teslimat yapmıyor",
    DISTRICT_NOT_SERVED: "bu ilçe için teslimat yapmıyor",
    NO_COLLECT: "kapıda ödeme almıyor",
    ONLY_COLLECT: "yalnızca kapıda ödemeli koli alıyor",
    TOO_LONG: "bir kenar {{limit}} sınırını aşıyor",
    SIDES_TOO_LONG: "en, boy ve yüksekliğin toplamı {{limit}} sınırını aşıyor",
    TOO_HEAVY: "{{limit}} sınırından ağır",
    TOO_LARGE: "{{limit}} sınırından büyük",
    NO_PRICE: "bu ölçü için fiyatı yok",
    NEEDS_ACCOUNT: "bu kargo firmasıyla kendi anlaşmanız gerekir",
    NO_FITTING_ACCOUNT: "bu ödeme şekli için hesap yok",
    NOT_IN_FORCE: "bugün için geçerli bir fiyat listesi yok",
    NO_BARCODES: "barkod aralığı yok; Ayarlar, Anlaşmalar bölümünde ekleyin",
    NEEDS_UPDATE: "fiyat listesini yalnızca daha yeni bir Packbench okuyabilir",
    NOT_REACHED: "ulaşılamadı",
    TOO_LATE: "zamanında yanıt vermedi",
    GONE: "artık tanımlı değil",
    NOT_CHOSEN: "hesabın “Yalnızca bu hizmetler” ayarında yok",
    NO_RECIPIENT_PAYS: "ücreti alıcıdan alamıyor",
    NO_DECLARED_VALUE: "değer beyanlı koli almıyor",
    CARD_NOT_STATED: "kapıda kartla ödeme alıp almadığını bildirmiyor",
    IN_A_CIRCLE: "sorulmadı; sunucular birbirine sonsuza kadar sorardı",
    RETURNS_OWN_ONLY: "yalnızca etiketi oradan alınan kolileri iade alıyor",
    OTHER_CURRENCY: "fiyatı {{limit}} cinsinden",
    UNREADABLE: "okunamayan teklifler gönderdi",
    INCOMPLETE: "tekliflerinin tümünü zamanında göndermedi",
    SOLD_BEFORE_RESTORE:
      "bu istasyonun geri yüklendiği yedekten sonra bu sipariş için {{limit}} etiketini sattı. O etiketi kullanın veya orada iptal edin",
    OTHER: "yanıtı: “{{words}}”",
  },
};
