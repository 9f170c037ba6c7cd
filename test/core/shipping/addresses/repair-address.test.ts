import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repairAddress } from "../../../../core/shipping/addresses/repair/repair-address.ts";
import { fold } from "../../../../core/base/text.ts";
import { loadGeo } from "../../../../core/shipping/geo/geo.service.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const geo = loadGeo(RESOURCES);
const repair = (text: string) => repairAddress(geo, text);
const districts = geo
  .listCities("TR")
  .flatMap((city) =>
    geo.listDistricts("TR", city.cityCode).map((district) => ({ city, district })),
  );

describe("a pasted address", () => {
  it("a short name gives the province, and the guess is reported", () => {
    expect(repair("Bağdat Cd. No:5 Kadıköy İst")).toEqual({
      name: "",
      email: "",
      phone: "",
      address1: "Bağdat Cd. No: 5",
      neighbourhood: "",
      zip: "",
      cityCode: "34",
      cityName: "İstanbul",
      districtID: geo.findDistrict("TR", "34", { name: "Kadıköy" })?.districtID,
      districtName: "Kadıköy",
      confidence: "LIKELY",
      guesses: [{ field: "city", why: "SHORT_NAME", written: "İst", read: "İstanbul" }],
      choices: [],
    });
  });

  it("several lines also yield a name, a telephone and a postal code", () => {
    expect(
      repair(
        "Ayşe Yılmaz\n0532 123 45 67\nCaferağa Mah. Moda Cad. No:12 D:3\n34710 Kadıköy/İstanbul",
      ),
    ).toMatchObject({
      name: "Ayşe Yılmaz",
      phone: "+905321234567",
      address1: "Caferağa Mah. Moda Cad. No: 12 D: 3",
      neighbourhood: "Caferağa",
      zip: "34710",
      cityName: "İstanbul",
      districtName: "Kadıköy",
    });
  });

  it.each([
    [
      "Alıcı: Mehmet Öz Tel: +90 (532) 123-45-67 Adres: Kızılay Mah. 3. Sok. No: 4 Çankaya Ankara",
      {
        name: "Mehmet Öz",
        phone: "+905321234567",
        address1: "Kızılay Mah. 3. Sok. No: 4",
        neighbourhood: "Kızılay",
      },
    ],
    [
      "ABC Tekstil San. Tic. Ltd. Şti., Organize Sanayi 3. Cd. No:7, Nilüfer, Bursa, Türkiye, info@abc.com.tr, 0224 123 45 67",
      {
        name: "ABC Tekstil San. Tic. Ltd. Şti.",
        email: "info@abc.com.tr",
        phone: "+902241234567",
        address1: "Organize Sanayi 3. Cd. No: 7",
        districtName: "Nilüfer",
      },
    ],
    [
      "Yıldız Mah. Ankara Caddesi No 5 Bornova izm",
      { cityName: "İzmir", districtName: "Bornova", address1: "Yıldız Mah. Ankara Caddesi No 5" },
    ],
    [
      "BAĞDAT CADDESİ NO:5 KADIKÖY / İSTANBUL",
      { address1: "Bağdat Caddesi No: 5", districtName: "Kadıköy", confidence: "SURE" },
    ],
    [
      "Atatürk Cd. No: 3 Bolu/Bolu",
      { cityName: "Bolu", districtName: "Merkez", confidence: "LIKELY" },
    ],
    [
      "Atatürk Cd. No: 3 Merkez Bolu",
      { cityName: "Bolu", districtName: "Merkez", confidence: "SURE" },
    ],
    [
      "Samsun 19 Mayıs Merkez Cd. no 12345",
      { cityName: "Samsun", districtName: "19 Mayıs", zip: "" },
    ],
    [
      "Moda Cd. No: 1 Kadıkoy ilçesi İstanbul ili",
      { districtName: "Kadıköy", address1: "Moda Cd. No: 1" },
    ],
    ["", { confidence: "ASKS", choices: [] }],
  ])("a pasted text is parsed into its parts: %s", (text, fields) => {
    expect(repair(text)).toMatchObject(fields);
  });

  it("the district is asked for when several provinces have a district of that name", () => {
    const { confidence, districtID, choices } = repair("Cumhuriyet Cd. No:3 Ereğli");
    expect({ confidence, districtID, cities: choices.map(({ cityName }) => cityName) }).toEqual({
      confidence: "ASKS",
      districtID: 0,
      cities: ["Konya", "Zonguldak"],
    });
  });

  it("the district is not asked for when the postal code names the province", () => {
    const zip = geo.listPostalCodes("42")[0] ?? "";
    expect(repair(`Cumhuriyet Cd. No:3 ${zip} Ereğli`)).toMatchObject({
      cityName: "Konya",
      districtName: "Ereğli",
      guesses: [{ why: "BY_POSTAL_CODE" }],
    });
  });

  it("a neighbourhood that only one district of the province has gives the district", () => {
    expect(repair("Caferaga mh Moda cd no 5 istanbul")).toMatchObject({
      districtName: "Kadıköy",
      neighbourhood: "Caferağa",
      guesses: [{ field: "district", why: "BY_NEIGHBOURHOOD" }],
    });
  });

  it("each district with its province is found in any common spelling", () => {
    const ways: readonly ((district: string, city: string) => string)[] = [
      (d, c) => `${d}/${c}`,
      (d, c) => `${d} / ${c}`,
      (d, c) => `${c} ${d}`,
      (d, c) => `${c}, ${d}`,
      (d, c) => `${d} - ${c}`,
      (d, c) => `${d}\n${c}`,
      (d, c) => `${d} ilçesi ${c} ili`,
      (d, c) => `34000 ${d} ${c}`.slice(6),
    ];
    const cases: readonly ((text: string) => string)[] = [
      (t) => t,
      (t) => t.toLocaleUpperCase("tr"),
      (t) => t.toLocaleLowerCase("tr"),
      (t) => fold(t),
      (t) => fold(t).toUpperCase(),
      (t) => t.normalize("NFD"),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...districts),
        fc.constantFrom(...ways),
        fc.constantFrom(...cases),
        fc.constantFrom("Çınarlı Cd. No: 5", "1453. Sk. No:7 D:2", "Gül Sokak 3/5"),
        ({ city, district }, way, inCase, street) => {
          const text = inCase(`${street} ${way(district.name, city.name)}`);
          const found = repair(text);
          expect({ text, city: found.cityName, district: found.districtName }).toEqual({
            text,
            city: city.name,
            district: district.name,
          });
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("a district of eight letters or more with one letter missing is found, unless another district has that name", () => {
    const names = new Set(districts.map(({ district }) => fold(district.name)));
    const long = districts.filter(
      ({ district, city }) =>
        /^\p{L}{8,}$/u.test(district.name) && fold(district.name) !== fold(city.name),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.integer({ min: 1, max: 6 }),
        ({ city, district }, at) => {
          const written = district.name.slice(0, at) + district.name.slice(at + 1);
          fc.pre(!names.has(fold(written))); // Salıpazarı without its first ı would be Şalpazarı.
          const { cityName, districtName } = repair(`Çınarlı Cd. No: 5 ${written} ${city.name}`);
          expect({ written, cityName, districtName }).toEqual({
            written,
            cityName: city.name,
            districtName: district.name,
          });
        },
      ),
    );
  });

  it("repairing takes less than 5 ms at the median, whatever the text", { tags: "alone" }, () => {
    const texts = fc
      .sample(fc.string({ maxLength: 2_000, unit: "grapheme" }), 20)
      .concat(
        "Ayşe Yılmaz\n0532 123 45 67\nCaferağa Mah. Moda Cad. No:12 D:3\n34710 Kadıköy/İstanbul",
        "a ".repeat(1_000),
        "1".repeat(2_000),
        "+90 ".repeat(500),
        "ad soyad: ".repeat(200),
      );
    const times = texts.map((text) => {
      const begin = performance.now();
      repair(text);
      return performance.now() - begin;
    });
    expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(5);
    expect(Math.max(...times)).toBeLessThan(100);
  });

  it.each([
    "a.b@c.",
    "a@",
    "kat:1 daire:2 ",
    "05321112233 ",
    "Kadikoy ist ",
    "Mah. Cad. ",
    "1/",
    " x",
    "34710 ",
    "kadikyo ",
  ])("repairing 2,000 characters of %o takes less than 50 ms", (piece) => {
    const text = piece.repeat(2_000).slice(0, 2_000);
    repair(text);
    const before = process.threadCpuUsage();
    repair(text);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(50);
  });
});
