/** Turkish words of jobs without an answer from a carrier or receiver. */
import type { enJobs } from "./en-jobs.ts";
import type { WordsOf } from "./words.ts";

export const trJobs: WordsOf<typeof enJobs> = {
  section: "Kararınızı bekleyenler",
  none: "Bütün firmalar ve alıcı programlar yanıt verdi.",
  title: "Kararınızı bekleyenler",
  lead: "İstasyonun güvenebileceği bir yanıtı yok ve kendiliğinden artık sormuyor. Firmadan ya da alıcı programdan öğrenin, sonra karar verin.",
  kinds: {
    quote: "Fiyat sorma",
    buy: "Etiket alma",
    cancel: "Etiket iptali",
    webhook: "Başka programa bildirme",
    upkeep: "Veritabanı bakımı",
  },
  since_one: "{{when}} tarihinden beri, {{count, number}} deneme",
  since_other: "{{when}} tarihinden beri, {{count, number}} deneme",
  instruction: {
    buy: "{{key}} anahtarlı etiketi satıp satmadığını kargo firmasına sorun. Sattıysa orada iptal ettirin, sonra “Yapılmadı”yı seçin. Satmadıysa “Yapılmadı”yı seçin. Ya da yeniden deneyin: firmaya aynı anahtarla bir kez daha sorulur.",
    cancel:
      "{{key}} anahtarlı etiketi iptal edip etmediğini kargo firmasına sorun. İptal ettiyse yeniden deneyin: firma bunu doğrulamalıdır. Etiket geçerliyse “Yapılmadı”yı seçin.",
  },
  again: "Yeniden dene",
  end: "Yapılmadı",
  notSold: "Firma etiket satmadığını doğruladı mı?",
  notSoldWhy:
    "Sattıysa önce orada iptal ettirin. Alım etiketsiz biter ve parası yeniden kullanılabilir.",
  notCancelled: "Firma etiketin geçerli olduğunu doğruladı mı?",
  notCancelledWhy: "İptal biter ve etiket ödenmiş kalır.",
  confirm: "Evet, doğruladı",
  leave: "Henüz değil",
  notDone: "Değiştirilemedi",
};
