/** Turkish words of Hand-over: trucks, scans and their refusals, manifests. */
export const trHandOver = {
  title: "Kuryeye teslim",
  lead: "Araca verilen her gönderiyi okutun.",
  reading: "Bugünün gönderileri okunuyor…",
  failed: "Teslim edilecek gönderiler okunamadı",
  empty:
    "Kargo firması bekleyen gönderi yok. Paketle ekranında etiket alın: gönderi buradan araca okutulur.",
  choose: "Hangi araç yükleniyor? Rakamına basın veya ilk gönderisini okutun.",
  counts: { here: "burada kalan", loaded: "araçta", handedOver: "bugün teslim edilen" },
  unannounced_one: "{{count, number}} gönderi bildirilmedi",
  unannounced_other: "{{count, number}} gönderi bildirilmedi",
  canceled_one: "iptal edilmiş {{count, number}} gönderi indirilmeli",
  canceled_other: "iptal edilmiş {{count, number}} gönderi indirilmeli",
  code: "Okutulamayan etiket",
  codeCount: "Say",
  codeOff: "İndir",
  scanFirst: "İlk gönderiyi okutun.",
  scanNext: "Sıradaki gönderiyi okutun.",
  scanned: {
    loaded: "Araçta",
    passed: "Araçta; {{carrier}} bu gönderiyi bilmiyor",
    repeated: "Zaten araçta: bir kez sayıldı",
    takenBack: "Araçtan indirildi",
  },
  notCounted: "Sayılmadı",
  nothingCounted: "hiçbir şey sayılmadı",
  undo: "Araçtan geri al",
  pass: "Yine de teslim et (sorumlu)",
  endNow_one: "Yüklemeyi bitir: {{count, number}} gönderi",
  endNow_other: "Yüklemeyi bitir: {{count, number}} gönderi",
  takeOff: "Gönderi indir",
  takingOff: "Araçtan indirilecek gönderiyi okutun",
  takingOffLead: "Sıradaki okutma gönderiyi araçtan indirir. Sonraki okutmalar yeniden yükler.",
  takeNoneOff: "Yüklemeye dön",
  allCarriers: "Bütün firmalar",
  noneLoaded: "Bu araca gönderi okutulmadı.",
  lastEnded: "Yükleme bitti (saat {{time}}): {{by}}.",
  noneHere: "Bu firmanın burada gönderisi kalmadı.",
  notAnnounced: "bildirilmedi",
  mustComeOff: "iptal edildi: indirin",
  otherDesk: "başka masa",
  off: "İndir",
  takeThisOff: "{{name}}, {{code}} gönderisini araçtan indir",
  more: "{{count, number}} gönderinin ilk {{shown, number}} tanesi",
  parcels_one: "{{count, number}} gönderi",
  parcels_other: "{{count, number}} gönderi",
  ended: "Bugünün teslim listeleri",
  isEnding: "yükleme bitmedi: o masa durdu veya hâlâ bitiriyor",
  elsewhere_one:
    "{{count, number}} gönderi başka bir listede de var, bu liste artık göstermiyor: hangi araçla gittiğine bakın",
  elsewhere_other:
    "{{count, number}} gönderi başka bir listede de var, bu liste artık göstermiyor: hangi araçla gittiğine bakın",
  takenBack_one:
    "listedeki {{count, number}} gönderi başka masada indirildi: gidip gitmediğine bakın",
  takenBack_other:
    "listedeki {{count, number}} gönderi başka masada indirildi: gidip gitmediğine bakın",
  end: {
    title_one: "{{count, number}} gönderi {{carrier}} firmasına teslim edilsin mi?",
    title_other: "{{count, number}} gönderi {{carrier}} firmasına teslim edilsin mi?",
    stays_one: "Bu firmanın {{count, number}} gönderisi burada kalıyor. Liste onu da gösterir.",
    stays_other:
      "Bu firmanın {{count, number}} gönderisi burada kalıyor. Liste onları da gösterir.",
    noneStays: "Bu firmanın burada kalan gönderisi yok.",
    yesPrint: "Teslim et, listeyi yazdır",
    yesSave: "Teslim et, listeyi kaydet",
    no: "Okutmaya devam",
    sending: "Yükleme bitiriliyor…",
    done_one: "{{count, number}} gönderi {{carrier}} firmasına teslim edildi",
    done_other: "{{count, number}} gönderi {{carrier}} firmasına teslim edildi",
    failed: "Yükleme bitmedi",
    refused: {
      EMPTY: "Bu araçta gönderi yok. Yüklemeyi az önce başka bir masa bitirmiş olabilir.",
      CANCELED_one:
        "Bu araçtaki {{count, number}} gönderinin etiketi iptal edildi. İndirin: F9, sonra okutun.",
      CANCELED_other:
        "Bu araçtaki {{count, number}} gönderinin etiketi iptal edildi. İndirin: F9, sonra her birini okutun.",
      ENDING: "Bu masa yüklemeyi şu anda bitiriyor. Biraz bekleyin.",
    },
  },
  paper: {
    print: "Listeyi yazdır",
    pdf: "Liste, PDF olarak",
    xlsx: "Tablo dosyası",
    making: "Liste hazırlanıyor…",
    missing: "Kuryenin imzalayacağı liste henüz yok. Yeniden hazırlayın: F6.",
    printed:
      "Liste A4 belge yazıcısına gönderildi. Kurye imzalar. Kâğıt çıkmazsa listeyi PDF olarak kaydedin.",
  },
  passing: {
    title: "Kargo firmasının bilmediği gönderi teslim edilsin mi?",
    lead: "Şube gönderiyi almayabilir veya geri gönderebilir. Bunu yalnız sahip veya yönetici yapabilir; denetim kaydı adınızı yazar.",
    yes: "Teslim et",
    no: "Burada kalsın",
  },
  refused: {
    UNKNOWN: {
      title: "Bu kodlu etiket yok",
      next: "Etiketteki kargo barkodunu okutun. Barkod bozuksa altındaki numarayı yazın.",
    },
    NO_LABEL: {
      title: "{{number}} numaralı siparişin etiketi yok",
      next: "Önce paketleyin. Gönderiyi kenara ayırın.",
    },
    CANCELED: {
      title: "İptal edildi: teslim etmeyin",
      next: "{{number}} numaralı gönderinin etiketi iptal edildi. Gönderiyi kenara ayırın.",
    },
    VOID: {
      title: "Geçersiz etiket: teslim etmeyin",
      next: "{{number}} numaralı gönderi {{stays}} etiketiyle gider. Bu etiketi gönderiden sökün.",
    },
    TEST: {
      title: "TEST etiketi: teslim etmeyin",
      next: "{{number}} numaralı gönderiyi hiçbir kargo firması bilmez. Test modu dışında yeniden paketleyin.",
    },
    SAMPLE: {
      title: "ÖRNEK etiket: teslim etmeyin",
      next: "{{number}} numaralı gönderi örnek fiyatla alındı; hiçbir kargo firması bilmez. Kendi anlaşmanızla yeniden paketleyin.",
    },
    RETURN: {
      title: "İade: bize geliyor",
      next: "{{number}} numaralı gönderi iadedir. Onu göndericisi teslim eder.",
    },
    OTHER_CARRIER: {
      title: "Yanlış araç: {{carrier}}",
      next: "{{number}} numaralı gönderiyi {{carrier}} gönderilerinin yanına koyun.",
    },
    HANDED_OVER: {
      title: "Zaten teslim edildi",
      next: "{{number}} numaralı gönderi {{at}} okutuldu ve o listede. Gitmediyse listede üstünü çizin.",
    },
    SCANNED_BY_CARRIER: {
      title: "Kargo firması zaten aldı",
      next: "{{number}} numaralı gönderiyi kargo firması okuttu. Bu paketin ne olduğunu sorumluya sorun.",
    },
    SEVERAL_BOXES: {
      title: "Birden çok koli",
      next: "Bu siparişin birden çok kolisi var. Her kolinin etiketini okutun.",
    },
    SEVERAL_ORDERS: {
      title: "Bu numarada birden çok sipariş var",
      next: "Paketin etiketini okutun veya barkodun altındaki numarayı yazın.",
    },
    NOT_ANNOUNCED: {
      title: "Kargoya bildirilmedi",
      next: "Şube {{number}} numaralı gönderiyi bilmez. Önce bildirin veya sorumluya sorun.",
    },
    ANNOUNCEMENT_REFUSED: {
      title: "Kargo firması kabul etmedi",
      next: "Kargo firması {{number}} numaralı gönderiyi reddetti. Bildirimler ekranında düzeltin veya sorumluya sorun.",
    },
    ANNOUNCEMENT_UNCERTAIN: {
      title: "Kargo firması bilmiyor olabilir",
      next: "Kargo firması {{number}} numaralı gönderi için yanıt vermedi. Firmaya veya sorumluya sorun.",
    },
    NOT_LOADED: {
      title: "Araçta değil",
      next: "{{number}} numaralı gönderi bu araca okutulmadı.",
    },
  },
  keys: {
    carrier: "Firmanın aracını seç",
    end: "Yüklemeyi bitir, listeyi hazırla",
    code: "Okutulamayan etiketin kodunu yaz",
    pass: "Sorumlu: kargo firmasının bilmediği etiketi teslim et",
    again: "Son aracın listesini yeniden yazdır veya kaydet",
    undo: "Son gönderiyi araçtan geri al",
    takeOff: "Sıradaki okutma gönderiyi araçtan indirir",
  },
};
