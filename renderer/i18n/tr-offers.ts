/** Turkish words of the offers of an order. */
import type { enOffers } from "./en-offers.ts";
import type { WordsOf } from "./words.ts";

export const trOffers: WordsOf<typeof enOffers> = {
  title: "Teklifler",
  cheapest: "en ucuz",
  fastest: "en hızlı",
  own: "kendi anlaşmanız",
  recipientPays: "alıcı öder: {{amount}}",
  arrives: "{{day}} teslim",
  ineligible_one: "{{count, number}} hizmet kullanılamıyor",
  ineligible_other: "{{count, number}} hizmet kullanılamıyor",
  above: "en ucuzdan {{amount}} fazla",
  compare: "hepsini karşılaştır",
  quoting: "Yeni teklifler isteniyor…",
  none: "Bu koliye hiçbir kargo firması teklif vermedi",
  summary_one: "{{count, number}} teklif. En ucuzu: {{service}}, {{amount}}.",
  summary_other: "{{count, number}} teklif. En ucuzu: {{service}}, {{amount}}.",
  appointments_one: "{{count, number}} randevu",
  appointments_other: "{{count, number}} randevu",
  loading: "Tekliflerin %{{percent}} kadarı geldi",
  lost: "{{service}} bu koliye artık teklif vermiyor. Şimdi başka bir teklif seçili.",
  lostDay:
    "{{service}} bu koliye {{day}} teslimatı için artık teklif vermiyor. Şimdi başka bir teklif seçili.",
  noCarrier: "Bu istasyonda henüz hiçbir kargo firması tanımlı değil.",
  noCarrierDo:
    "İstasyonu denemek için örnek fiyatları yükleyin veya Ayarlar'da anlaşmalarınızı girin.",
  noneDo: "Ağırlığı F2 ile, ölçüleri F3 ile düzeltin; yeni teklifler hemen istenir.",
  sample: "ÖRNEK fiyatlar, denemek için: bu etiketlerle koli taşınmaz.",
  preselected: "Sizin için seçildi: en ucuz",
  byYou: "Siz seçtiniz",
  byRule: "Kural seçti",
  rule: "Kural: {{words}}",
  excluded: "bir kural dışlıyor: {{words}}",
  allExcluded:
    "Kurallarınız bütün teklifleri dışlıyor. Bir rakamla birini seçin; Enter onu satın alır.",
  there: "{{name}}, orada ödenir",
  fromThere: "{{name}} bakiyesinden ödenir",
  asking: "{{names}} soruluyor…",
  late: "sonradan geldi",
  lateCount_one: "{{count, number}} teklif sonradan geldi",
  lateCount_other: "{{count, number}} teklif sonradan geldi",
  useLate: "Sonra gelenleri de kullan",
  beforeLate: "Sonraki tekliflerden önce seçildi",
  ask: "{{names}} için fiyat sor",
  askSends: "alıcının adı, adresi ve telefonu {{hosts}} sunucusuna gönderilir",
};
