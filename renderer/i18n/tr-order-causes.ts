/** Turkish words of en-order-causes.ts. */
import type { enOrderCauses } from "./en-order-causes.ts";
import type { WordsOf } from "./words.ts";

export const trOrderCauses: WordsOf<typeof enOrderCauses> = {
  E2263: {
    invoiceNumber:
      "{{order}} siparişinin fatura numarası yok. Hiçbir şey satın alınmadı. Sipariş Paketle ekranında alınırken numara sorulur.",
    waybillNumber:
      "{{order}} siparişinin irsaliye numarası yok. Hiçbir şey satın alınmadı. Sipariş Paketle ekranında alınırken numara sorulur.",
    paper:
      "{{order}} siparişine PDF eklenmemiş. Hiçbir şey satın alınmadı. Sipariş Paketle ekranında alınırken PDF sorulur.",
  },
  E2282: {
    BUYING: "Etiketi şu anda satın alınıyor: satın alma bitene kadar bekleyin.",
    BOUGHT:
      "Etiketi önceden satın alındı: etiketi iptal edip (F8) siparişi yeniden paketleyin veya olduğu gibi bırakın.",
    SENT: "Koli kargo firmasında: firmayı arayın veya siparişi olduğu gibi bırakın.",
    JOINED: "Başka bir siparişle birlikte paketleniyor: önce siparişleri ayırın (Alt+U).",
    BOXES: "Ürünleri birden çok kutuda: önce öteki kutuları kaldırın.",
    CANCELED: "İptal edilmiş: önce yeniden paketleyin veya olduğu gibi bırakın.",
    VOID: "Etiketi önceden satın alındı: etiketi iptal edip (F8) koliyi göndermeyin veya siparişi olduğu gibi bırakın.",
  },
  E2283: {
    joined:
      "Bir dosya, bununla birlikte paketlenen {{order}} siparişini değiştirdi veya iptal etti. Hiçbir şey satın alınmadı. Siparişleri ayırın (Alt+U), {{order}} siparişini açıp orada karar verin.",
    order:
      "Bir dosya {{order}} siparişini değiştirdi veya iptal etti. Hiçbir şey satın alınmadı. Bu siparişi açın: F10 değişikliği alır, F12 siparişi olduğu gibi bırakır.",
  },
  E2291: {
    several:
      "Bu dosyanın başlıkları birkaç kaynağa uyuyor: {{names}}. Hiçbir şey içe aktarılmadı. Dosyanın geldiği kaynağı seçin.",
  },
};
