/** Bir firmanın neden teklif vermediği, bir satırın neden alınmadığı; koda göre. */
import type { enReasons } from "./en-reasons.ts";
import type { WordsOf } from "./words.ts";

export const trReasons: WordsOf<typeof enReasons> = {
  ineligible: {
    ABROAD: "bu ülkeye teslimat yapmıyor",
    CITY_NOT_SERVED: "bu ile teslimat yapmıyor",
    NO_COLLECT: "kapıda ödeme almıyor",
    ONLY_COLLECT: "yalnızca kapıda ödemeli gönderi alıyor",
    TOO_LONG: "bir kenar {{limit}} sınırını aşıyor",
    TOO_HEAVY: "{{limit}} sınırından ağır",
    TOO_LARGE: "{{limit}} sınırından büyük",
    NO_PRICE: "bu ölçü için fiyatı yok",
    NEEDS_ACCOUNT: "bu firmayla kendi anlaşmanız gerekir",
    NOT_REACHED: "ulaşılamadı",
    TOO_LATE: "zamanında yanıt vermedi",
    GONE: "artık tanımlı değil",
  },
  row: {
    OPEN_QUOTE: "Bu satırda açılan tırnak kapanmıyor.",
    NO_ORDER_NUMBER: "Sipariş numarası boş.",
    LONG_ORDER_NUMBER: "Sipariş numarası 100 karakterden uzun.",
    ORDER_NUMBER_TAKEN: "Bu sipariş numarası {{detail}}. satırda başka bir alıcı için kullanılmış.",
    EMPTY_NAME: "Alıcının adı boş.",
    EMPTY_PHONE: "Alıcının telefonu boş.",
    EMPTY_ADDRESS: "Adres boş.",
    EMPTY_CITY: "İl boş.",
    UNKNOWN_CITY: "Bu adda bir il yok.",
    EMPTY_DISTRICT: "İlçe boş.",
    UNKNOWN_DISTRICT: "{{detail}} ilinde bu adda bir ilçe yok.",
    UNKNOWN_COUNTRY: "Bu kodda bir ülke yok. Kod iki harftir, TR gibi.",
    EMPTY_WEIGHT: "Ağırlık boş.",
    BAD_WEIGHT: "Ağırlık 0'dan büyük bir sayı olmalı, 2,5 gibi.",
    BAD_SIZE: "Kenarlar 0'dan büyük birer sayı olmalı, cm olarak.",
    BAD_QUANTITY: "Adet 0'dan büyük bir sayı olmalı.",
    BAD_AMOUNT: "Kapıda tahsil edilecek tutar, para tutarı değil.",
    AMOUNT_DECIMALS: "Kapıda tahsil edilecek tutarın ikiden fazla ondalık basamağı var. Lira ve kuruş olarak yazın, örneğin 94,25.",
    AMBIGUOUS_NUMBER: "Bu sayı iki türlü okunabilir: {{detail}}. Bu ikisinden birini yazın.",
    OTHER_CURRENCY: "Kapıda ödeme TL ile tahsil edilir; {{detail}} ile tahsil edilmez.",
  },
};
