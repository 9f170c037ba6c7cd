/**
 * Turkish words for the `reason` of an error whose code covers several causes, by code and reason.
 */
import type { enCauses } from "./en-causes.ts";
import { trOrderCauses } from "./tr-order-causes.ts";
import type { WordsOf } from "./words.ts";

export const trCauses: WordsOf<typeof enCauses> = {
  ...trOrderCauses,
  E2242: {
    beyond:
      "Masanın bakiyedeki payının üstünde yalnızca bir sorumlu alım yapar. Hiçbir şey alınmadı.",
    cancel:
      "Yarım saatten eski, başkasının aldığı veya araca yüklenmiş etiketi yalnızca bir sorumlu iptal eder. Hiçbir şey iptal edilmedi.",
    columns:
      "Bir kaynağın dosyalarının nasıl okunacağına yalnızca bir sorumlu karar verir. Hiçbir şey kaydedilmedi.",
    pass: "Kargo firmasının tanımadığı etiketi yalnızca bir sorumlu teslim eder. Hiçbir şey sayılmadı.",
    reprint:
      "Çıkmış olabilecek etiketi yalnızca bir sorumlu yeniden yazdırır. Hiçbir şey yazdırılmadı.",
    weight:
      "Bu kadar olağan dışı ağırlıkla etiketi yalnızca bir sorumlu alır. Hiçbir şey alınmadı.",
  },
  E2243: {
    misread: "Yaka kartı doğru okunmadı. Yeniden okutun.",
    unknown: "Bu yaka kartı bu işletmenin değil. Sorumlunuzdan kart isteyin.",
    revoked: "Bu yaka kartı iptal edilmiş. Sorumlunuzdan yenisini isteyin.",
    noAccess: "Bu kartın üyesinin artık erişimi yok.",
    noPin:
      "Bu kart PIN'i olmayan bir sorumlunun. Bir sahip Ayarlar, Yaka kartları altında PIN belirler. Hiçbir sahibin PIN'i yoksa “Kart veya PIN kayıp mı?” altında kurtarma anahtarını girin.",
    overtaken: "Önce başka kart okutuldu veya masa kilitlendi. Kartı yeniden okutun.",
    notLead: "Bu kart bir sorumlunun değil. Bu işleme bir sorumlu izin verir.",
  },
  E2244: {
    left: "PIN yanlış. Beklemeden önce kalan deneme: {{left}}.",
    last: "PIN yanlış. Sonraki deneme bir dakika bekler.",
  },
  E2245: {
    wait: "Çok fazla yanlış deneme. {{seconds}} saniye sonra yeniden deneyin veya başka bir sorumluya sorun.",
  },
  E2246: {
    noAccess: "Bu üyenin erişimi yok. Önce erişim verin.",
    firstOwner:
      "İlk kart, PIN'i olan bir sahibindir: bundan sonra her masa kart ister ve bir sahip girebilmelidir.",
    firstOwn: "İlk kart, bu masanın adına çalıştığı sahibindir. Bu sahibi seçin.",
    noPin: "Sorumlunun kartı için altı rakamlı PIN gerekir.",
    lastOwner:
      "Masaları kartla yalnızca bu sahip açar. Önce başka bir sahibin kartını oluşturun veya bütün kartları, sonuncusu bu olmak üzere, iptal edin.",
  },
  E2310: {
    MISSING: "Klasör yerinde değil veya paylaşım bağlı değil. Hiçbir şey değişmedi.",
    NOT_SET_UP: "Klasörün paylaşımı bağlı değil. Hiçbir şey değişmedi.",
    NO_RIGHTS:
      "Packbench bu klasöre yazamıyor. Hesabına dosya değiştirme izni verin. Hiçbir şey değişmedi.",
    READ_ONLY: "Bu klasör salt okunur. Yazılabilir yapın. Hiçbir şey değişmedi.",
    FULL: "Klasörün diski dolu. Yer açın. Hiçbir şey değişmedi.",
    SLOW: "Klasör yanıt vermiyor. Paylaşımı ve ağını denetleyin. Hiçbir şey değişmedi.",
    FAILED: "Klasör kullanılamıyor ({{detail}}). Paylaşımı denetleyin. Hiçbir şey değişmedi.",
  },
  E1071: {
    taken:
      "{{carrier}}, başka bir kolide bulunan {{barcode}} barkodunu verdi. Hiçbir şey satın alınmadı. Kargo firmasının barkod aralığını kontrol edin.",
    range:
      "Kargo firmasının barkod aralığında numara kalmadı. Hiçbir şey satın alınmadı. Kargo firmasından yeni bir aralık isteyin.",
  },
  E1072: {
    wide: "{{barcode}} barkodu {{widthMm}} × {{heightMm}} mm etikete sığmıyor. Bu kolinin etiketini daha geniş kâğıda yazdırın.",
    cancelled: "Bu gönderi iptal edilmiş; onun için bir şey yazdırılmaz.",
    noLabel: "Bu gönderinin yazdırılacak etiketi yok. Önce etiket satın alın.",
    noLabelOf:
      "{{number}} numaralı gönderinin yazdırılacak etiketi yok. Önce etiket satın alın veya bu gönderiyi çıkarın.",
    replaced: "Bu etiket artık geçerli değil. Gönderinin şimdiki etiketini yazdırın.",
    papers: "Bir gönderinin en çok {{most}} belgesi olabilir.",
  },
  E1085: {
    usualSource: "order-file kaynağı bilinen başlıkları okur. Bu kaynağa başka bir ad verin.",
    manySources: "Şimdiden {{most}} kaynak var. Önce gerekmeyen birini unutun.",
    tooMany:
      "10.000'den çok koli veya adres eşleşti: bu, tek bir kişi değil. Kişinin daha fazla bilgisini girin.",
    tooLittle: "Kişinin telefonunu, e-postasını, adını veya sokağını en az üç karakterle girin.",
    shortPhone: "Telefon en az yedi haneli olmalı.",
    headerName: "Başlık adı geçerli bir HTTP başlık adı olmalı.",
    headerReserved: "Bu başlık isteğin kendisine ayrılmış. Başka bir ad seçin.",
    headerValue:
      "Başlık değerinde yalnızca Türkçeye özgü olmayan harfler, rakamlar ve işaretler bulunabilir.",
    future: "Gün bugünden sonra olamaz.",
  },
  E2009: {
    elsewhere:
      "Bu siparişin etiketini başka bir istasyon satın alıyor. Siparişi o istasyonda iptal edin veya satın alma sonuçlanınca buradan iptal edin.",
  },
  E2022: {
    carrier: "Kargo firması bu etiketi iptal etmedi. Kargo firmasının yanıtı: “{{words}}”",
    gone: "{{carrier}} burada artık tanımlı değil; bu etiketin iptali ona iletilemez. Etiketi kargo firmasında iptal ettirin. Hiçbir şey değişmedi.",
    never:
      "{{carrier}} bu istasyondan iptal kabul etmiyor. Etiketi kargo firmasında iptal ettirin. Hiçbir şey değişmedi.",
  },
  E2008: {
    notReady:
      "Sipariş kargo firmasında, etiketi henüz buraya gelmedi. {{words}}. Koliyi kenara koyup devam edin. Bu siparişi sonra yeniden okutun: etiketi o zaman yazdırılır. Başka etiket almayın.",
    soldTwice:
      "Kargo firması, başka bir kolide olan {{barcode}} barkoduyla bir etiket sattı. O etiketi kullanmayın. Kargo firmasında neyin iptal edileceği Ayarlar'da bu siparişin yanında yazar. İptal edilmeden başka etiket almayın.",
  },
  E2033: {
    carrier: "Kargo firmasının yanıtı: “{{words}}”",
    person: "Bu istasyonda bir kişi, kargo firmasının etiket satmadığını saptadı.",
    givenUp: "Sipariş, etiketi oluşturulmadan kargo firmasında iptal edildi.",
    cancelledThere: "Bu istasyonda bir kişi, satılan etiketi kargo firmasında iptal ettirdi.",
  },
  E2052: {
    indexing:
      "Bazı gönderiler daha arama dizinine eklenmedi, dosyada satır eksik kalırdı. Biraz sonra yeniden deneyin veya listeyi arama yapmadan kaydedin.",
  },
  E2075: {
    printedBefore:
      "Bu etiketlerden {{printedBefore}} tanesi bu arada yazdırıldı veya yazdırılmış olabilir. Liste yeniden okundu: listeye bakıp yeniden başlatın.",
  },
  E2164: {
    taken:
      "Bu sipariş numarası {{shipmentNumber}} numaralı gönderide var. Hiçbir şey oluşturulmadı.",
  },
  E2165: {
    created:
      "Bu sipariş daha önce başka bilgilerle {{shipmentNumber}} numaralı gönderi olarak oluşturuldu. Hiçbir şey oluşturulmadı, değiştirilmedi.",
  },
  E2186: {
    asking:
      "Bu kurye şu anda kargo firmasından isteniyor. İki dakika sonra yeniden bakın. Yeni çağrı yapılmadı.",
  },
  E2187: {
    purchases:
      "Bu hesapla başlatılan {{purchases}} satın alma kargo firmasının yanıtını bekliyor. Satın alınmalarını veya reddedilmelerini bekleyin veya siparişleri iptal edin. Sonra yeniden deneyin.",
    labels:
      "Bu hesabın bekleyen veya belirsiz etiketleri: {{labels}}. Bildirimler ekranında bildirin veya kargo firmasında olup olmadıklarını belirtin. Sonra yeniden deneyin.",
    cancellations:
      "Bu hesabın {{cancellations}} etiket iptali kargo firmasının yanıtını bekliyor. Yanıtı bekleyin veya Ayarlar'da sonucunu belirtin. Sonra yeniden deneyin.",
    login:
      "O zamana kadar bu hesabın girişi değiştirilemez: adresi, kullanıcı adı ve numaraları. Parolası, gizli alanları ve saatleri değiştirilebilir.",
  },
  E2191: { marketplace: "{{words}}" },
  E2188: {
    joined:
      "Bu istasyon başka istasyonlara katılmış. Tek başına çalışan bir istasyona taşının, istasyonu sonra katın.",
    otherMove: "Önce öbür taşınmayı “Taşındık” ile bitirin.",
    moved: "Kuruluş bu sunucudan taşındı.",
  },
  E2140: {
    itself: "Bir istasyon kendini çıkaramaz. Bunun yerine merkezden ayrılın.",
    noHub: "Bu istasyon bir merkeze katılmamış.",
    server: "Bu sunucuya istasyonları sunucunun yöneticisi kabul eder.",
    founder:
      "Bu sunucuda istasyonları yalnızca kuruluşu kuran istasyon çıkarabilir. O istasyon çıkarılınca her istasyon çıkarabilir.",
    unknown: "Bu istasyon artık burada yok. Listeye yeniden bakın.",
  },
  E2141: {
    noHub: "Bu istasyon bir merkeze katılmamış.",
    purchase: "Süren bir satın alma var. Hiçbir şey değişmedi. Bitmesini bekleyip sonra ayrılın.",
  },
  E2142: {
    hub: "Bu bilgisayar diğer istasyonların merkezi. Hiçbir şey değişmedi. Önce onlar ayrılsın veya onları çıkarın.",
  },
  E2151: {
    connected:
      "{{station}} şu anda bağlı. Hiçbir şey değişmedi. nats-server yöneticisinden oradaki kullanıcısını kaldırmasını isteyin: {{user}}. İstasyonun bağlantısı kesileli yarım dakika olunca istasyonu çıkarın.",
  },
  E2029: {
    tooLarge:
      "Dosya {{most, number}} MiB'den büyük. Her birinde ilk satır olacak biçimde daha küçük dosyalara bölüp sırayla içe aktarın.",
    tooManyRows:
      "Dosyada {{most, number}} satırdan fazlası var. Her birinde ilk satır olacak biçimde daha küçük dosyalara bölüp sırayla içe aktarın.",
    tooManyColumns:
      "{{line}}. satırda çok fazla sütun var; bir dosyada en çok {{most}} sütun olabilir. Gerekmeyen sütunları silip dosyayı yeniden içe aktarın.",
    longCell:
      "{{line}}. satırın {{column}}. sütununda {{most, number}} karakterden fazlası var. Kısaltıp dosyayı yeniden içe aktarın.",
    workbook: "Çalışma kitabı okunamadı. Yeniden .xlsx olarak veya CSV olarak kaydedin.",
    unpacked:
      "Çalışma kitabı açılınca {{most}} MiB'yi aşıyor. Yalnızca gereken sayfayı veya CSV olarak kaydedin.",
    longText:
      "Çalışma kitabının bir hücresindeki metin çok uzun. Kısaltıp dosyayı yeniden içe aktarın.",
    farCell:
      "Sayfada {{row}}. satır, {{column}}. sütuna kadar uzanan bir hücre var. Boş satır ve sütunları silin veya CSV olarak kaydedin.",
    memory: "Dosya çok fazla bellek gerektiriyor. Bölüp parçalarını içe aktarın.",
    slow: "Dosyanın okunması çok uzun sürüyor. Bölüp parçalarını içe aktarın.",
    noPng: "Logo bir PNG dosyası değil. PNG olarak kaydedin.",
    blank: "Logo beyaz kâğıtta görünmüyor: boş veya saydam zemin üzerinde beyaz.",
    slowPng: "Logonun okunması çok uzun sürüyor. Daha küçük kaydedin.",
    damagedPng: "PNG dosyası bozuk. Yeniden kaydedin.",
    interlaced: "PNG dosyası geçmeli (interlaced). Geçmesiz kaydedin.",
    manyDots: "PNG dosyası {{most}} milyon noktadan büyük. Daha küçük kaydedin.",
    longPng: "PNG dosyasının bir kenarı {{most, number}} noktadan uzun. Daha küçük kaydedin.",
    colours: "PNG dosyası renkleriyle çok büyük. Gri tonlarında kaydedin.",
    empty: "Dosya boş.",
    noRows: "Dosyada ilk satırın altında satır yok.",
    noText: "Bu bir metin dosyası değil. Bir CSV dosyası veya çalışma kitabı (.xlsx) içe aktarın.",
    priceListTooLarge:
      "Fiyat listesi en çok {{most}} MiB olabilir. Resimler gibi fiyat olmayan kısımları silip dosyayı yeniden yükleyin.",
    priceListRows:
      "Fiyat listesinde en çok {{most, number}} satır olabilir. Gerekmeyen satırları silip dosyayı yeniden yükleyin.",
    priceListColumns:
      "{{row}}. satırda çok fazla sütun var; fiyat listesinde en çok {{most}} sütun olabilir. Gerekmeyen sütunları silip dosyayı yeniden yükleyin.",
    notATable:
      "Bu dosya bir tablo değil. Fiyat listesini parolasız .xlsx veya CSV olarak kaydedip o dosyayı yükleyin.",
    openQuote: "{{row}}. satırda açılan tırnak kapanmıyor. Düzeltip dosyayı yeniden yükleyin.",
    severalSheets:
      "Çalışma kitabının birkaç sayfası dolu: {{sheets}}. Yalnızca fiyatların olduğu sayfayı bırakıp dosyayı yeniden yükleyin; gizli sayfalar da olabilir.",
    mergedCells:
      "{{range}} hücreleri birleştirilmiş; bir değerin yeri kesin değil. Birleştirmeyi kaldırıp her hücreyi doldurun ve dosyayı yeniden yükleyin.",
  },
  E2096: {
    orderNumber: "Eksik: Sipariş No veya Order number",
    name: "Eksik: Alıcı veya Recipient",
    stockCode: "Eksik: Stok kodu veya Stock code",
    ownName: "Eksik: Ad Soyad veya Name",
    phone: "Eksik: Telefon veya Phone",
    address: "Eksik: Adres veya Address",
    district: "Eksik: İlçe veya District",
    city: "Eksik: İl veya City",
    weight: "Eksik: Ağırlık (kg) veya Weight (kg)",
  },
  E2050: {
    pin: "Kayıtlı parolaların anahtarı bu masada yok; bu yüzden hiçbir PIN doğrulanamıyor. Kilitli ekranda “Kart veya PIN kayıp mı?” altında kurtarma anahtarını girin. Anahtar masayı açar ve yerine konur.",
    hub: "Bu istasyonun kayıtlı parolalarının anahtarı yok; bu yüzden istasyon, merkez için kimlik bilgisini okuyamıyor. Burada yapılanlar bu arada bekler. Anahtarı geri yükleyin. Anahtar kalıcı olarak kaybolduysa Veri ve yedek bölümünde kayıtlı parolalardan vazgeçin, merkezde bu istasyon için bir kod oluşturun ve o kodla yeniden katılın: istasyonun verileri korunur.",
  },
  E2155: {
    pin: "Kuruluşun gizli bilgilerinin anahtarı bu masaya gelmedi; bu yüzden hiçbir PIN doğrulanamıyor. Kuruluşta daha uzun süredir bulunan bir masayı açın veya kilitli ekranda “Kart veya PIN kayıp mı?” altında bu masanın kurtarma anahtarını girin.",
  },
  E2112: {
    away: "Merkeze veya sunucuya erişilemiyor. Hiçbir şey değişmedi. Erişilince yeniden deneyin.",
    share:
      "Merkeze erişilemiyor; diğer istasyonlar bu istasyonun bakiyedeki payını beklerdi. Hiçbir şey değişmedi. Merkeze bağlanın veya kuruluşla artık başka istasyon çalışmıyorsa kuruluşu burada tutun.",
    silent:
      "Merkezin sunucusu yerinde ama yanıt vermiyor. Sunucunun, kendi bilgisayarında çalıştığını ve aşırı yüklü olmadığını kontrol edip yeniden deneyin.",
    "no-hub":
      "Merkezin sunucusu yerinde ama merkezin kendisi yanıt vermiyor. Merkezin, kendi bilgisayarında çalıştığını kontrol edip yeniden deneyin.",
    plain:
      "Yalnızca bu bilgisayarın bir adresi şifresiz kullanılabilir. Başka her adres için tls:// kullanın.",
  },
  E2114: {
    unknown: "Merkez bu katılım kodunu tanımıyor. Merkezde yeni bir kod oluşturun.",
    used: "Bu katılım kodunu, geçerli olduğu sayıda istasyon zaten kullandı. Merkezde yeni bir kod oluşturun.",
    ended: "Bu katılım kodunun süresi doldu. Merkezde yeni bir kod oluşturun.",
    another:
      "Bu katılım kodu başka bir istasyon için. Merkezde bu istasyon için bir kod oluşturun.",
  },
  E2116: {
    ahead:
      "Bu bilgisayarın saati merkezinkinden {{minutes}} dakika ileri. İki bilgisayarın saatini ayarlayıp yeniden deneyin.",
    behind:
      "Bu bilgisayarın saati merkezinkinden {{minutes}} dakika geri. İki bilgisayarın saatini ayarlayıp yeniden deneyin.",
    certificate:
      "Bu bilgisayarın saatine göre merkezin sertifikası geçerli değil. İki bilgisayarın saatini ayarlayıp yeniden deneyin.",
  },
  E2117: {
    taken:
      "Merkez bu istasyonu başka bir anahtarla tanıyor. Merkezde bu istasyon için bir kod oluşturup o kodla katılın; istasyon kaybolduysa önce onu merkezden çıkarın.",
    revoked:
      "Merkez bu istasyonu çıkarmış. İstasyon çıkarıldıktan sonra oluşturulan bir kodla katılın.",
    unreadable: "Merkez isteği okuyamadı. Packbench'i burada ve merkezde aynı sürüme güncelleyin.",
    credential: "İstasyon çıkarılmış veya merkez yeniden kurulmuş. Yeni bir kodla yeniden katılın.",
  },
  E2143: {
    missing: "Bu bilgisayarda nats-server yok.",
    old: "Bu bilgisayardaki nats-server 2.12'den eski.",
    program: "Bu dosya bir nats-server değil veya başlatılamıyor.",
    port: "Merkezin portunu başka bir program kullanıyor. O programı kapatın.",
    silent: "nats-server başlatıldı ama yanıt vermiyor. Yeniden deneyin.",
  },
  E2146: {
    version: "nats-server sürümü çok eski.",
    encryption: "Sunucu şifresiz bağlantıları da kabul ediyor.",
    streams: "Kuruluşun akışları eksik veya bu istasyon onları okuyamıyor.",
    publishing: "Bu istasyon değişikliklerini oraya gönderemiyor.",
    clock: "Bu bilgisayarla sunucunun saatleri arasında beş dakikadan çok fark var.",
    durability: "Sunucu değişiklikleri yalnızca bellekte tutuyor.",
  },
  E2170: {
    overlap:
      "Bu barkodların bazıları, firmanın {{first}} – {{last}} aralığında. İçinde bunlar olmayan bir aralık yazın. Hiçbir şey kaydedilmedi.",
    used: "{{barcode}} barkodu daha önce kullanıldı. Aralığın bundan sonraki bölümünü yazın. Hiçbir şey kaydedilmedi.",
  },
  E2172: {
    limit:
      "{{carrier}}: borç {{debt}} TL, bu etiketin ücreti {{price}} TL, kredi limiti {{limit}} TL. Hiçbir şey satın alınmadı. Yapılan ödemeleri girin, Ayarlar, Anlaşmalar bölümünde limiti yükseltin veya başka bir kargo firması seçin.",
  },
  E2171: {
    past: "İlk gün geçmiş: o günden beri başka fiyatlarla etiket alındı. Bugünü veya sonraki bir günü seçin. Hiçbir şey kaydedilmedi.",
    sameDay:
      "Bu günde başlayan başka fiyatlar zaten var. Önce onları geri çekin veya başka bir gün seçin. Hiçbir şey kaydedilmedi.",
    inForce:
      "Bu fiyatlar zaten yürürlükte: bunlarla etiket alınmış olabilir. Daha sonra başlayan fiyatlar yükleyin. Hiçbir şey değiştirilmedi.",
  },
};
