/** Turkish words of the stations of an organization. */
import type { enStations } from "./en-stations.ts";
import type { WordsOf } from "./words.ts";

export const trStations: WordsOf<typeof enStations> = {
  title: "İstasyonlar",
  alone: {
    lead: "Bu istasyon tek başına çalışıyor. Diğer istasyonlara katılırsa siparişleri, etiketleri, adresleri ve bakiyeyi onlarla paylaşır; ağ kesilse de çalışmayı sürdürür.",
    notGoneOn:
      "Katılma yarıda kaldı. İstasyon eskisi gibi çalışıyor; katılmayı bir sonraki açılışında sürdürür.",
    code: "Katılım kodu",
    codeHint:
      "Kodu, merkezi çalıştıran bilgisayardan veya bağlantıya izin veren bir istasyondan alın. Yapıştırın veya karekodunu burada okutun.",
    codeWrong: "Katılım kodu PB1- ile başlar. Tamamını kopyalayın.",
    join: "Katıl",
    comes: "Taşınır",
    comesWhat: "Adresler, kutular ve etiketi olmayan siparişler.",
    stays: "Taşınmaz",
    staysWhat:
      "Alınan etiketler ve bakiye istasyonun şimdiki kuruluşunda kalır, orada okunabilir. Merkeze ilk katılan istasyon her şeyini getirir.",
  },
  joining: {
    title: "Katılıyor",
    asks: "Merkeze soruluyor…",
    share: "Kuruluş verilerinin %{{share}} kadarı geldi.",
    next: "Sonra istasyon yeni kuruluşunda kendiliğinden yeniden başlar ve bu sayfa geri gelir.",
    starts: "İstasyon yeniden başlıyor…",
  },
  be: {
    title: "Bu bilgisayarı merkez yap",
    lead: "İlk istasyon için: bu bilgisayar diğer istasyonları içeri alır ve bütün değişiklikleri iletir. Bu bilgisayar kapalıyken istasyonlar birbirinin değişikliklerini alamaz, ama paketlemeyi sürdürür.",
    found: "nats-server {{version}} bu bilgisayarda.",
    missing: "nats-server bu bilgisayarda yok.",
    howTo: "Merkez için 2.12 veya daha yeni bir nats-server gerekir. Şunlardan biriyle edinin:",
    path: "Programın yeri",
    pathHint: "Yalnızca Packbench programı bulamazsa.",
    look: "Yeniden ara",
    start: "Merkez yap",
    starting: "Merkez başlatılıyor, bu istasyon ona katılıyor…",
    old: "Bu bilgisayar henüz merkez olamaz.",
    failed: "Merkez çalışmıyor.",
  },
  own: {
    title: "Kuruluşunuzun kendi sunucusuna katıl",
    lead: "BT biriminizin çalıştırdığı bir NATS sunucusu için. Adresleri ve kimlik dosyasını size BT biriminiz verir.",
    servers: "Adresler",
    serversHint: "Birden çoksa aralarına virgül koyun.",
    serversWrong: "Bir adres yazın.",
    credentials: "Kimlik dosyası (.creds)",
    credentialsWrong: "Dosyayı seçin veya metnini yapıştırın.",
    authority: "Sertifika makamının sertifikası (PEM)",
    authorityHint: "Yalnızca bu bilgisayar sunucunun sertifikasına zaten güvenmiyorsa.",
    fileHint: "Dosyayı seçin veya metnini yapıştırın.",
    choose: "Dosya seç",
  },
  hub: {
    title: "Merkez: {{name}}",
    state: { "in step": "Güncel", behind: "Güncelleniyor", "cut off": "Kopuk" },
    means: {
      "in step": "Burada yapılanlar kısa sürede diğer istasyonlara ulaşır.",
      behind: "Değişiklikler gönderiliyor. En eskisi {{since}} önce yapıldı.",
      "cut off":
        "Merkeze {{since}} süredir ulaşılamıyor. Bu masa elindeki para, numara ve siparişlerle çalışmayı sürdürür. Değişiklikleri burada bekler ve kendiliğinden gönderilir.",
      "shut out":
        "Merkez bu istasyonu {{since}} süredir içeri almıyor. Burada yapılanlar bekler ve istasyon yeniden katılınca gönderilir.",
    },
    needless:
      "Okutulan bir katılım koduydu. Bu masa zaten {{name}} merkezine katılmış: kodu katılacak masada okutun. Başka bir merkez için önce bu merkezden ayrılın.",
    again: "Bu istasyon çıkarıldı veya merkez yeniden kuruldu mu? Yeni bir kodla yeniden katılın",
    waiting: "Gönderilecek",
    nothing: "yok",
    changes_one: "{{count, number}} değişiklik",
    changes_other: "{{count, number}} değişiklik",
    servers: "Adres",
    here: "Merkezi bu bilgisayar çalıştırıyor. Bu bilgisayar kapalıyken istasyonlar birbirinin değişikliklerini alamaz.",
    hereFailed: "Merkezi bu bilgisayar çalıştırmalı, ama merkez çalışmıyor.",
    folder: "Bu klasörün bir kopyasını saklayın: {{folder}}",
  },
  name: {
    title: "Bu masanın adı",
    lead: "Bu ad bütün istasyonlarda görünür: siparişin nerede açık olduğunda ve listelerde.",
    label: "Bu masanın adı",
    save: "Adı kaydet",
    done: "Kaydedildi.",
    wrong: "En az 1, en çok {{most}} harfli bir ad yazın.",
  },
  table: {
    title: "İstasyonlar",
    name: "İstasyon",
    this: "bu istasyon",
    state: "Durum",
    here: "burada",
    cutOff: "kopuk",
    away: "görülmüyor",
    seen: "son görülme {{when}}",
    packs: "Paketlediği",
    waiting: "Bekleyen",
    money: "Harcayabilir",
    clock: "Saat",
    clockRight: "doğru",
    clockFast: "{{by}} ileri",
    clockSlow: "{{by}} geri",
    revoke: "Çıkar",
    revokeNow: "Çıkar: artık bağlanamaz",
    revokeThere: "Kaybolan bir istasyonu çıkarmak için merkezin bilgisayarında şunu yazın:",
    nameOf: "AD",
    serverFirst:
      "Kaybolan bir istasyonu çıkarmadan önce sunucuyu yöneten kişi istasyonun oradaki kullanıcısını kaldırsın. Sonra istasyonun bakiyedeki payı geri gelir.",
    serverThere: "Kaybolan bir istasyonu, kuruluşu bu sunucuda kuran istasyonda çıkarın.",
  },
  conflicts: {
    title: "Sizi bekliyor",
    shipment: "Gönderi {{number}}",
    since: "{{when}} tarihinden beri",
    open: "Gönderiyi aç",
    balance: "Bakiye",
    topUp: "Yükleme {{reference}}",
    note: "İstasyonların ortak notu",
    labels: {
      stays: "Geçerli olan: {{barcode}}.",
      asked:
        "{{carrier}} firmasından {{barcode}} barkodlu etiketi iptal etmesi istendi: kargoya vermeyin.",
      elsewhere:
        "{{barcode}} barkodlu etiketi alan masa, kargo firmasından iptalini istiyor: kargoya vermeyin.",
      refused:
        "{{barcode}} iptal edilemedi: kargoya vermeyin ve {{carrier}} firmasına iptal ettirin.",
    },
    user: "İstasyonun oradaki kullanıcısı: {{user}}.",
    writer: "Notu yazan olarak {{name}} görünüyor; merkez bunu kanıtlayamaz.",
    kinds: {
      apart:
        "Birbirinden kopuk istasyonlar çelişen değişiklikler yaptı, örneğin iki kez satın aldı. Geçmişe bakın ve kullanılmayan etiketi iptal edin.",
      double:
        "Birbirinden kopuk iki istasyon birer etiket aldı. Etiketlerden biri kalır; diğerini kargoya vermeyin.",
      overdrawn:
        "Masalar birbirinden kopukken onaylanan satın almalar bakiyeyi aştı veya bir gönderi iki masada iptal edildi ve iki para iadesi de harcandı. Bakiye yükleyin.",
      "top-up":
        "Birbirinden kopuk iki istasyon bu referansla farklı tutarlar yükledi. Önceki tutar geçerli; diğeri geri alındı. Hangi tutarın ödendiğine bakın ve eksik kalanı başka bir referansla yükleyin.",
      credit:
        "Bu kargo firmasına borç, kredi limitini aşıyor: birbirinden kopuk istasyonlar birlikte limitin üzerinde satın aldı veya limit düşürüldü. Yapılan ödemeleri girin veya limiti yükseltin.",
      versions:
        "İki istasyon aynı günden başlayan fiyatlar girdi. Sonra girilen fiyatlar geçerlidir. İkisini karşılaştırın; önceki fiyatlar doğruysa yeni fiyatlar girin.",
      ranges:
        "Bir barkod aralığında daha eski bir aralığın barkodları var, çünkü iki istasyon aynı anda aralık girdi. Bu aralık kullanılmaz. Başka hiçbir aralıkta olmayan bölümü ekleyin.",
      "hub set back":
        "Merkez boşaltıldı veya eski bir hâline döndü. O masa elindekini bildirince merkez yeniden numara ve para verir. O masayı açın; kaybolduysa çıkarılmasını isteyin.",
      "newer version":
        "Değişiklikler daha yeni bir Packbench ile yapılmış; saklanıyor ve bu istasyon güncellenince uygulanacak.",
      clock:
        "Saati beş dakikadan fazla ileri olan bir istasyonda değişiklik yapıldı. Değişiklikler saklanır ve zamanı gelince burada da geçerli olur. O istasyonun saatini ayarlayın.",
      failed:
        "Değişiklikler bu istasyondaki bir hata yüzünden uygulanamadı; saklanıyor ve saatte bir yeniden deneniyor. Ayarlar, Veri ve yedek bölümünde “Şimdi denetle” düğmesine basın.",
      revoked:
        "Değişiklikler istasyon çıkarıldıktan sonra yapılmış; uygulanmadı. O zamandan beri orada ne alındığına bakın.",
      foreign:
        "O istasyonun adıyla gelen değişiklikler onun değil veya başka bir kuruluşla ilgili; uygulanmadı. Bunları başka bir istasyon yapmış olabilir: katılan istasyonlara bakın; tanımadıklarınızı, kaybolanları ve çalınanları çıkarın.",
      "user left":
        "Bu istasyon çıkarıldı. Sunucuyu yöneten kişi, henüz yapmadıysa, istasyonun oradaki kullanıcısını kaldırsın. O zamana kadar istasyon geri gelebilir.",
      note: "Bir istasyon, bütün istasyonların paylaştığı bir notun üzerine yazdı. Not geri getirildi; hiçbir şey kaybolmadı. Katılan istasyonlara bakın ve tanımadıklarınızı çıkarın.",
      waiting:
        "O istasyonun, eksik kayıtları veya bir güncellemeyi bekleyen değişiklikleri çok fazla; bu yüzden daha yenileri saklanmıyor. Bu bilgisayardaki Packbench'i güncelleyin. Sorun yine sürerse o istasyonu çıkarın.",
      deadly:
        "O istasyonun değişiklikleri alınırken Packbench bu bilgisayarda iki kez kapandı; değişiklikler uygulanmadı. Bu bilgisayardaki Packbench'i güncelleyin. O istasyon kaybolduysa veya çalındıysa çıkarın.",
      unreadable:
        "O istasyonun değişiklikleri okunamıyor ve uygulanmadı. Bütün istasyonları aynı sürüme güncelleyin. Sorun yine sürerse o istasyonu çıkarın.",
    },
  },
  invite: {
    title: "Masaları içeri al",
    lead: "Bir kod oluşturur. Kod her yeni masada Ayarlar, İstasyonlar bölümüne girilir.",
    whom: "Kimin için",
    newDesks: "Yeni masalar",
    known: "Anahtarını kaybeden {{name}}",
    desks: "Kaç masa",
    hours: "Kaç saat için",
    wrong: "1 ile {{most}} arasında bir tam sayı yazın.",
    make: "Kod oluştur",
    code: "Katılım kodu",
    qr: "Katılım kodunun karekodu",
    until_one: "{{count, number}} masa için, {{when}} tarihine kadar.",
    until_other: "{{count, number}} masa için, {{when}} tarihine kadar.",
    secret: "Kodu bilen katılabilir. Başka kimseye vermeyin.",
  },
  leave: {
    title: "Merkezden ayrıl",
    lead: "Kuruluş, bu istasyonun bakiyedeki payıyla birlikte diğer istasyonlarda kalır. Bu masa ayrı bir kuruluşla devam eder; ortak kuruluştan elinde olanı okumayı sürdürür. Bu masanın adresleri ve bekleyen siparişleri diğer istasyonlarda kalır.",
    do: "Ayrıl",
    now: "Kuruluşu diğerlerine bırak",
    keepLead:
      "Veya bu kuruluşla artık başka istasyon çalışmıyorsa (merkez kalıcı olarak kaybolduğunda da):",
    keep: "Bu kuruluşla tek başına devam et",
    keepNow: "Bu kuruluşla başka istasyon çalışmıyor: tek başına devam et",
  },
};
