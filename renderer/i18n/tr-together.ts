/** Turkish words of orders that are packed together, and of labels that are scanned back. */
import type { enTogether } from "./en-together.ts";
import type { WordsOf } from "./words.ts";

export const trTogether: WordsOf<typeof enTogether> = {
  together: {
    waiting_one: "Bu alıcının bekleyen {{count, number}} siparişi daha var",
    waiting_other: "Bu alıcının bekleyen {{count, number}} siparişi daha var",
    join: "Birlikte paketle",
    joined: "Birlikte paketlenen: {{orders}}",
    separate: "Ayrı paketle",
    from: "Sipariş {{order}}",
    cancelledTitle: "Başka bir siparişle birlikte paketlendi",
    cancelledLead:
      "Bu siparişin ürünleri öbür siparişin kolisinde. O etiket iptal edilirse her sipariş yeniden bekler.",
    why: {
      OTHER_RECIPIENT: "alıcısı başka",
      NOT_WAITING: "artık beklemiyor: siparişi yeniden okutun",
      HELD: "askıda: önce askıdan alın",
      RETURN: "iade",
      SEVERAL_BOXES: "birden çok kutusu var",
      JOINED: "onunla birlikte paketlenen siparişler var: oradan birleştirin",
      CASH: "yalnız biri kapıda ödemeli",
      CURRENCY: "para birimi başka",
      COLLECTION: "biri nakit, öbürü kartla tahsil edilecek",
      PAYER: "kargo ücretini başka taraf ödüyor",
      CARRIER: "gönderim şekli başka",
      SENDER: "göndericisi başka",
      CONTENTS: "yalnız biri içeriğini gizliyor",
      TEST: "yalnız biri deneme",
      WAYBILL: "irsaliye numarası başka",
      NO_ORDER: "notu, faturası veya beyan değeri var: onu açıp orada birleştirin",
      PROGRAM: "bir program oluşturmuş: Paketleme ayarı izin verir",
    },
  },
  scanBack: {
    title: "{{order}} kolisindeki etiketi okutun",
    lead: "Etiketi kolisine yapıştırıp okutun. Sonra {{code}} kendiliğinden açılır.",
    buying: "Etiketi kolisine yapıştırıp okutun, sonra satın alın. Hiçbir şey satın alınmadı.",
    otherLabel:
      "{{code}} başka bir kolinin etiketi. Bu koliye yapıştırıldıysa çıkarın ve doğru etiketi okutun.",
    torn: "Etiket yırtıldı veya kayboldu mu? Siparişini açıp F6'ya basın.",
    next: "Etiketi kolisine yapıştırıp okutun",
    scanner: "Devam et: okuyucu çalışmıyor",
    label: "Devam et: etiket okunmuyor",
  },
  packingSettings: {
    requireScannedLabel: {
      label: "Yazdırdıktan sonra",
      on: "Etiket kolisinde okutulmalı",
      off: "Etiketi okutmak isteğe bağlı",
      hint: "Sıradaki sipariş, etiket okutulana kadar bekler. Ayarı sahip veya yönetici değiştirir.",
    },
    requireInvoice: {
      label: "Siparişin belgeleri",
      on: "Siparişin fatura numarası olmalı",
      off: "Fatura numarası zorunlu değil",
      hint: "Numara yoksa etiket alınmaz. Numara sipariş dosyasından, programdan veya masadan gelir.",
    },
    joinApiOrders: {
      label: "Programların siparişleri",
      on: "Başkalarıyla birlikte paketlenebilir",
      off: "Ayrı paketlenir",
      hint: "Birlikte paketlenince program, siparişi için CANCELED okur.",
    },
    takeWeightAtOnce: {
      label: "Terazinin ağırlığı",
      on: "Açık sipariş onu bir kez, tuşsuz alır",
      off: "F2 alır",
      hint: "Ağırlık sabitse ve terazi son koliden sonra boşaldıysa geçerlidir. F2 yeniden tartar.",
    },
  },
};
