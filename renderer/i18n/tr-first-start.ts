/** Turkish words of the first start of a station. */
import type { enFirstStart } from "./en-first-start.ts";
import type { WordsOf } from "./words.ts";

export const trFirstStart: WordsOf<typeof enFirstStart> = {
  title: "İlk kurulum",
  lead: "İlk etikete beş adım. Her adım atlanabilir ve sonra tamamlanabilir.",
  progress: "{{all}} adımdan {{done}} tanesi tamam",
  at: "Adım {{at}} / {{all}}",
  steps: {
    sender: "Gönderici",
    carrier: "Kargo firması",
    balance: "Bakiye",
    printer: "Yazıcı",
    testLabel: "Deneme etiketi",
  },
  next: "Sonraki adım",
  skip: "Bu adımı atla",
  toEnd: "Bitir",
  leave: "Sonra devam et",
  open: "İlk kurulumu aç",
  end: "Paketlemeye hazır",
  notReady: "Henüz paketlemeye hazır değil",
  needed: "Bu adımlar tamamlanmadan paketleme yapılamaz: {{steps}}.",
  backTo: "{{step}} adımına git",
  allDone: "Beş adım da tamam.",
  left: "Sonraya kalan: {{steps}}.",
  toPack: "Paketle ekranına git",
  toWaiting_one: "Bekleyen siparişi paketle",
  toWaiting_other: "{{count, number}} siparişin ilkini paketle",
  hasCarriers: "Bu istasyonda kargo firmaları var.",
  carrierLead:
    "Örnek siparişler ve örnek fiyatlar paketlemenin nasıl yürüdüğünü gösterir. Örnek oldukları yazar; tek komutla kaldırılırlar. Kargo firmasıyla anlaşmanız ve fiyat listesi Anlaşmalar bölümünde girilir. Pazaryeri anlaşma olmadan da etiket satar.",
  marketplace: "Pazaryeri bağla",
  ownCarriers: "Anlaşmalara git",
  noPrinter: "Henüz etiket yazdıran bir yazıcı yok. Yazıcı adımına dönün veya bu adımı atlayın.",
  testLead: "{{printer}} yazıcısında yazdırılır: çerçevesi kâğıdın dört kenarında da görünmelidir.",
  samples: {
    title: "Örnek veriler",
    lead: "Denemek için uydurulmuş siparişler ve fiyatlar.",
    here: "Şu anda burada: {{orders}}, {{carriers}}.",
    orders_one: "paketlenecek {{count, number}} örnek sipariş",
    orders_other: "paketlenecek {{count, number}} örnek sipariş",
    carriers_one: "örnek fiyatlı {{count, number}} kargo firması",
    carriers_other: "örnek fiyatlı {{count, number}} kargo firması",
    labels_one:
      "Etiketi alınmış {{count, number}} örnek sipariş var. Set kaldırılınca etiketi iptal edilir, tutarı iade edilir.",
    labels_other:
      "Etiketi alınmış {{count, number}} örnek sipariş var. Set kaldırılınca etiketleri iptal edilir, tutarları iade edilir.",
    stays: {
      REAL_PRICE:
        "{{order}} örnek siparişi kalıyor: etiketi gerçek fiyatla alındı. Gerekmiyorsa etiketi kendiniz iptal edin.",
      PURCHASE_OPEN:
        "{{order}} örnek siparişi kalıyor: etiketinin satın alınması henüz bitmedi. Bitince yeniden deneyin.",
      WITH_CARRIER: "{{order}} örnek siparişi kalıyor: kolisi kargoda.",
    },
    add: "Örnek sipariş ve fiyat ekle",
    drop: "Örnek verileri kaldır",
    dropNow: "Kaldır: örnek siparişler iptal edilir",
    dropLabels_one: "Kaldır: {{count, number}} etiket de iptal edilir",
    dropLabels_other: "Kaldır: {{count, number}} etiket de iptal edilir",
  },
};
