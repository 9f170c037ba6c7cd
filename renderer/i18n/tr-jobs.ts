/** Turkish words of jobs without an answer from a carrier or receiver. */
import type { enJobs } from "./en-jobs.ts";
import type { WordsOf } from "./words.ts";

export const trJobs: WordsOf<typeof enJobs> = {
  section: "Yanıt alınamayan istekler",
  none: "Bütün kargo firmaları ve programlar yanıt verdi.",
  title: "Yanıt alınamayan istekler",
  lead: "İstasyon bunlar için güvenilir bir yanıt alamadı ve artık sormuyor. Kargo firmasını veya alıcı programın sorumlusunu arayın, sonra karar verin.",
  kinds: {
    quote: "Fiyat sorma",
    buy: "Etiket satın alma",
    cancel: "Etiket iptali",
    discard: "Pazaryerinde satın alınmayan gönderinin iptali",
    announce: "Gönderiyi kargo firmasına bildirme",
    release: "İptal edilen gönderideki siparişlerin yeniden beklemeye alınması",
    webhook: "Başka programa bildirme",
    upkeep: "Veritabanı bakımı",
  },
  since_one: "{{when}} tarihinden beri, {{count, number}} deneme",
  since_other: "{{when}} tarihinden beri, {{count, number}} deneme",
  instruction: {
    buy: "{{key}} anahtarlı etiketi satıp satmadığını kargo firmasına sorun. Sattıysa orada iptal ettirin, sonra “Yapılmadı”yı seçin. Satmadıysa “Yapılmadı”yı seçin. Veya yeniden deneyin: kargo firmasına aynı anahtarla bir kez daha sorulur.",
    cancel:
      "{{key}} anahtarlı etiketi iptal edip etmediğini kargo firmasına sorun. İptal ettiyse yeniden deneyin: kargo firması bunu doğrulamalıdır. Etiket geçerliyse “Yapılmadı”yı seçin.",
  },
  again: "Yeniden dene",
  end: "Yapılmadı",
  notSold: "Kargo firması etiket satmadığını doğruladı mı?",
  notSoldWhy:
    "Etiket sattıysa önce orada iptal ettirin. Satın alma etiketsiz biter ve tutarı yeniden harcanabilir.",
  notCancelled: "Kargo firması etiketin hâlâ geçerli olduğunu doğruladı mı?",
  notCancelledWhy: "İptal işlemi sonlanır, etiketin ücreti ödenmiş kalır.",
  confirm: "Evet, doğruladı",
  leave: "Henüz değil",
  notDone: "Değiştirilemedi",
};
