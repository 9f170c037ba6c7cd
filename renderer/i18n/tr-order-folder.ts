/** Turkish words of the watched folder. */
import type { enOrderFolder } from "./en-order-folder.ts";
import type { WordsOf } from "./words.ts";

export const trOrderFolder: WordsOf<typeof enOrderFolder> = {
  title: "Sipariş klasörü",
  lead: "Packbench'e başka yolla bağlanamayan bir program sipariş dosyalarını (CSV, TXT, XLSX) ve PDF'leri “in” klasörüne koyar. Siparişler içe aktarılır, sipariş numarası adlı PDF o siparişin etiketiyle yazdırılır, alınan etiketler “out” klasörüne yazılır. Birkaç masa aynı klasörü izleyebilir.",
  none: "Klasör seçilmedi.",
  folder: "Klasör",
  choose: "Klasör seç…",
  chooseOther: "Başka klasör seç…",
  switchOn: "Aç",
  switchOff: "Kapat",
  language: "Dosyaların dili",
  languages: { tr: "Türkçe", en: "İngilizce" },
  states: {
    off: "Kapalı: hiçbir dosya alınmaz, yazılmaz",
    starting: "Klasör açılıyor…",
    watching: "Klasör izleniyor",
    waiting: "Bekliyor",
  },
  fault: "Klasör {{when}} tarihinden beri kullanılamıyor",
  waiting: {
    GROWING: "Dosya hâlâ yazılıyor.",
    LOCKED: "Dosya başka bir programda açık veya taşınamıyor. Orada kapatın.",
    FULL: "Paylaşım dolu. Yer açılınca dosya alınır.",
    NOT_A_FILE: "Bu bir klasör veya bağlantı. Yalnızca dosyalar alınır.",
    BAD_NAME: "Adda okunamayan karakterler var. Dosyayı yeniden adlandırın.",
    RETRIED: "İstasyon dosyayı şimdi içe aktaramıyor, yeniden deneyecek.",
    BEHIND: "Daha eski bir sipariş dosyası bekliyor. Bu dosya ondan sonra içe aktarılacak.",
  },
  files: {
    title: "Bu masanın dosyaları",
    none: "Henüz dosya gelmedi.",
    papers_one: "{{count, number}} PDF siparişini bekliyor.",
    papers_other: "{{count, number}} PDF siparişini bekliyor.",
    results_one: "{{count, number}} etiket “out” klasörüne yazılmayı bekliyor.",
    results_other: "{{count, number}} etiket “out” klasörüne yazılmayı bekliyor.",
    refused_one: "{{count, number}} dosya reddedildi veya reddedilen satırı var",
    refused_other: "{{count, number}} dosya reddedildi veya reddedilen satırı var",
    seen: "Görüldü olarak işaretle",
  },
  counts: {
    added_one: "{{count, number}} sipariş içe aktarıldı",
    added_other: "{{count, number}} sipariş içe aktarıldı",
    known_one: "{{count, number}} sipariş zaten vardı",
    known_other: "{{count, number}} sipariş zaten vardı",
    rejected_one: "{{count, number}} satır reddedildi",
    rejected_other: "{{count, number}} satır reddedildi",
  },
  outcomes: {
    ORDERS: {
      WAITING: "Bekliyor",
      ATTACHED: "Alındı",
      DONE: "İçe aktarıldı",
      PARTLY: "Kısmen içe aktarıldı",
      REFUSED: "Reddedildi",
    },
    PAPER: {
      WAITING: "Siparişini bekliyor",
      ATTACHED: "Siparişine eklendi",
      DONE: "Tamam",
      PARTLY: "Kısmen eklendi",
      REFUSED: "Reddedildi",
    },
  },
  erased: "Silinmiş ad",
};
