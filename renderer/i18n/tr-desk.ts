/** More Turkish words of Pack: offers, items, boxes, holds, today's labels, settings of packing. */
import type { enDesk } from "./en-desk.ts";
import type { WordsOf } from "./words.ts";

export const trDesk: WordsOf<typeof enDesk> = {
  samplePrice: { mark: "örnek fiyat" },
  desk: {
    elsewhere: {
      at: "yeri: {{name}}",
      packed: "Şurada paketleniyor: {{name}}",
      packedBy: "Şurada paketleniyor: {{name}} ({{member}})",
      goOn: "Burada da sürdürebilirsiniz: etiket yalnızca bir kez, önce satın alan masada alınır.",
    },
    notice: {
      counted: "{{title}}: {{scanned, number}} / {{quantity}}.",
      allScanned_one: "Tek adet okutuldu.",
      allScanned_other: "{{count, number}} adedin hepsi okutuldu.",
      codedScanned_one: "Kodu olan tek adet okutuldu.",
      codedScanned_other: "Kodu olan {{count, number}} adedin hepsi okutuldu.",
      tooMany_one:
        "{{title}}: tek adet zaten okutulmuştu. Kolide fazladan bir tane olup olmadığına bakın.",
      tooMany_other:
        "{{title}}: {{count, number}} adedin hepsi zaten okutulmuştu. Kolide fazladan bir tane olup olmadığına bakın.",
      boxAdded_zero: "{{no}}. kutu boş. Önce açık kutunun etiketini alın.",
      boxAdded_one:
        "{{no}}. kutuda {{count, number}} ürün var, sırası gelecek. Önce açık kutunun etiketini alın.",
      boxAdded_other:
        "{{no}}. kutuda {{count, number}} ürün var, sırası gelecek. Önce açık kutunun etiketini alın.",
      boxRemoved: "{{no}}. kutu kaldırıldı. İçindekiler yeniden siparişin ilk kutusunda.",
      boxHasLabel:
        "{{no}}. kutunun etiketi alınmış. Geri almak istiyorsanız kutuyu açıp etiketini iptal edin: F8.",
      joined_one: "{{count, number}} sipariş bununla birlikte paketleniyor.",
      joined_other: "{{count, number}} sipariş bununla birlikte paketleniyor.",
      separated: "Siparişler yeniden ayrı ayrı bekliyor.",
      oneBox: "{{order}} siparişinin tek kutusu var. Kaldırılacak kutu yok.",
    },
    learn: {
      shelf: "Raf {{shelf}}",
      lead: "Bu, şu kalemlerden birinin barkodu mu? Kalemin rakamına basın: kod tüm istasyonlarda hatırlanır ve adet sayılır.",
      conflict:
        "Bu barkod iki üründe kayıtlı olduğu için hiçbir şey saymaz. Ürünler'de birinden kaldırın veya adedi elle sayın.",
    },
    usual: {
      usually_one: "Genelde {{weight}} ({{count, number}} koli)",
      usually_other: "Genelde {{weight}} ({{count, number}} koli)",
      unusual_one:
        "Alışılmadık ağırlık: genelde {{weight}} ({{count, number}} koli). İçindekileri denetleyin.",
      unusual_other:
        "Alışılmadık ağırlık: genelde {{weight}} ({{count, number}} koli). İçindekileri denetleyin.",
      proposed_one: "Aynı içerikli önceki bir koliden öneri.",
      proposed_other: "Aynı içerikli önceki {{count, number}} koliden öneri.",
      withSize: "Ölçüsü de alınır: {{size}} cm.",
      box: "Kutu: {{box}}.",
      anyway: "Bu ağırlıkla satın al",
      setting: "İçindekiler için alışılmadık bir ağırlık",
      settingHint:
        "Aynı stok kodları ve adetlerle en az üç önceki koliyle karşılaştırılır. Tüm masalar için geçerlidir.",
      warns: "Uyarır",
      stops: "Satın almayı durdurur",
    },
    wrong: {
      title: "Bu ürün {{order}} siparişinde yok",
      lead: "{{code}} okutuldu. Bu ürünü yerine koyup doğrusunu alın: doğru ürünü okutunca sipariş devam eder.",
    },
    label: {
      checked: "Etiket okutuldu: doğru etiket",
      checkedShort: "etiketi kontrol edildi",
    },
    box: {
      no: "{{no}}. kutu",
      noOf: "Kutu {{no}} / {{of}}",
      another: "Yeni kutu",
      hint: "Kutunun rakamına basın. Ölçüyü yazmak için bir kez daha F3.",
    },
    sameNumber_one: "Bu numarada başka bir sipariş daha var",
    sameNumber_other: "Bu numarada {{count, number}} sipariş daha var",
    showSameNumber: "Hepsini göster",
    hold: {
      reasons: {
        OUT_OF_STOCK: "Stokta yok",
        ADDRESS_UNCLEAR: "Adres belirsiz",
        CUSTOMER_ASKED: "Müşteri beklememizi istedi",
        ITEM_DAMAGED: "Ürün hasarlı",
      },
      isHeld: "Bu sipariş askıda",
      heldLead: "Tekliflerini görmek için siparişi askıdan alın.",
      release: "Siparişi askıdan al",
      chip_one: "{{count, number}} sipariş askıda",
      chip_other: "{{count, number}} sipariş askıda",
      list: "Askıdaki siparişler",
      all: "Paketlenecek siparişlere dön",
    },
    next: {
      order: "{{order}} siparişini aç",
      box: "Sıradaki kutuyu aç",
    },
    last: { cancelled: "iptal edildi", refunded: "{{amount}} iade edildi" },
    keys: {
      hold: "Siparişi askıya al veya askıdan al; sipariş yokken askıdakileri göster",
      today: "Bu masanın bugünkü etiketleri",
      box: "Sipariş için yeni kutu",
      removeBox: "Siparişin son kutusunu, etiketi alınmadıysa kaldır",
      sameNumber: "Açık siparişin numarasındaki bütün siparişleri göster",
      paper: "Siparişin eksik PDF'sini ekle (fatura gibi)",
      unreadable: "Okunmayan etiketi okutmadan devam et",
      join: "Alıcının bekleyen siparişlerini birlikte paketle",
      separate: "Birleştirilen siparişleri, etiket alınmadan önce yeniden ayır",
    },
  },
};
