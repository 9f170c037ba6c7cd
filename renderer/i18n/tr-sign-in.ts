/** Turkish words of badges, PINs and the locked desk. */
import type { enSignIn } from "./en-sign-in.ts";
import type { WordsOf } from "./words.ts";

export const trSignIn: WordsOf<typeof enSignIn> = {
  signIn: {
    locked: "Kilitli",
    scan: "Yaka kartınızı okutun.",
    stays: "Açık sipariş ve süren baskılar olduğu gibi kalır.",
    checking: "Kart denetleniyor …",
    pinTitle: "{{name}} için PIN",
    pin: "PIN, altı rakam",
    unlock: "Altıncı rakam masayı açar.",
    allow: "Altıncı rakam işleme izin verir.",
    other: "Başka kart",
    lost: "Kart veya PIN kayıp mı?",
    lostLead:
      "Sorumlunuz size yeni kart oluşturur. Son sahibin kartı veya PIN'i kayıpsa kâğıttaki kurtarma anahtarı masayı bir kez açar.",
    lostKey:
      "Kâğıt da kayıpsa ve hiçbir PIN doğrulanamıyorsa Packbench'i --give-up-secrets ile bu bilgisayarda başlatın: kayıtlı parolalardan ve PIN'lerden vazgeçilir, yeni bir kurtarma anahtarı yazdırılır.",
    recoveryKey: "Kurtarma anahtarı",
    open: "Sahip olarak aç",
    back: "Geri",
    lockNow: "Masayı kilitle",
    leadTitle: "Sorumlunun kartı gerekli",
    leadScan: "Bir sorumlu kartını okutur ve PIN'ini yazar. Yalnızca bu işleme izin verir.",
    leadWhy: {
      beyond: "Bu alım, masanın bakiyedeki payını aşıyor.",
      cancel:
        "Bu etiket yarım saatten önce veya başkasınca alındı veya araca yüklendi. Bir sorumlu iptal edebilir.",
      columns: "Bir sipariş kaynağının dosyalarının nasıl okunacağına bir sorumlu karar verir.",
      pass: "Kargo firması bu etiketi tanımıyor. Bir sorumlu yine de teslim edebilir.",
      reprint:
        "Bu etiket çıkmış olabilir. Başka gönderiye yapışan ikinci etiket onu yanlış yere götürür.",
      weight: "Ağırlık bu içerik için olağan dışı. Bir sorumlu yine de satın alabilir.",
      items: "Ürünlerin hepsi okutulmadı. Okutmayı sürdürün veya bir sorumlu alıma izin versin.",
    },
    without: "İzinsiz sürdür",
  },
  badges: {
    title: "Yaka kartları ve oturum",
    lead: "Hiç kart yokken bu masa herkes için sahibi adına çalışır. İlk karttan sonra işletmenin her masası kart ister.",
    locks: "Bu masa kilitlenmeden önceki boş dakika",
    locksHint: "1 ile 240 arası. Ctrl+L hemen kilitler; başka kart masayı devralır.",
    locksWrong: "1 ile 240 arasında bir tam sayı",
    save: "Kaydet",
    saved: "Kaydedildi",
    none: "Henüz kart yok. İlk kart, bu masanın adına çalıştığı sahibindir ve PIN gerektirir.",
    list: "Kartlar",
    noName: "(adsız)",
    noPin: "PIN yok",
    inactive: "erişimi yok",
    since: "oluşturma {{at}}",
    revoke: "İptal et",
    revokeNow: "Şimdi iptal et",
    revoked: "İptal edildi. Bağlantısı kopuk bir masa bunu yeniden bağlanınca öğrenir.",
    make: "Kart oluştur",
    makeLead:
      "Sorumlunun (sahip veya yönetici) altı rakamlı PIN'i de olur. Kart numarası yalnızca bir kez, kart için gösterilir.",
    member: "Üye",
    choose: "Seçin …",
    memberMissing: "Bir üye seçin",
    pin: "PIN, altı rakam",
    pinHint: "PIN'i değiştirmemek için boş bırakın.",
    pinWrong: "Kolay tahmin edilmeyen altı rakam; 123456, 121212 veya altı eşit rakam olmaz",
    makeNow: "Kartı oluştur",
    made: "{{name}} kartı",
    madeLead:
      "Kartı şimdi kaydedip yazdırın: numarası bir daha gösterilemez. Masa bundan sonra kart ister.",
    card: "Kartı kaydet",
    done: "Tamam",
    changePin: "PIN belirle",
    changePinNow: "PIN'i belirle",
    pinSet: "PIN belirlendi.",
    recovery:
      "Bu masanın kurtarma anahtarını kâğıtta saklayın (Ayarlar, Veri ve yedek): son sahibin kartı veya PIN'i kaybolunca masayı açar.",
  },
};
