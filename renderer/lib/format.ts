/**
 * Formats numbers, money, dates and durations in the screen's language. Values have the form in
 * which the API sends them.
 */

export type Language = "en" | "tr";

const LOCALES: Record<Language, string> = { en: "en-GB", tr: "tr-TR" };

/** The formatters that were made. Making one costs as much as formatting a hundred values. */
const NUMBERS = new Map<string, Intl.NumberFormat>();
const DATES = new Map<string, Intl.DateTimeFormat>();

function numbersIn(language: Language, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return madeOnce(NUMBERS, language, options, Intl.NumberFormat);
}

function datesIn(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return madeOnce(DATES, language, options, Intl.DateTimeFormat);
}

function madeOnce<Options, Format>(
  made: Map<string, Format>,
  language: Language,
  options: Options,
  Make: new (locale: string, options: Options) => Format,
): Format {
  const name = `${language} ${JSON.stringify(options)}`;
  const format = made.get(name) ?? new Make(LOCALES[language], options);
  made.set(name, format);
  return format;
}

const NS_PER_MS = 1_000_000;
const DAY_MS = 86_400_000;

/**
 * Formats money: "98312.40" → "98.312,40 TL" in Turkish, "98,312.40 TL" in English. Any other text
 * stays unchanged before the currency.
 */
export function moneyWords(amount: string, currency: string, language: Language): string {
  // With up to twelve digits, a double is exact to the kuruş.
  if (!/^-?\d{1,12}(?:\.\d+)?$/.test(amount)) return `${amount} ${currency}`;
  const format = numbersIn(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  // A hyphen is short, and looks like a dash between two words.
  return `${format.format(Number(amount)).replace("-", "\u2212")} ${currency}`;
}

/**
 * Formats a measure: "2.50" → "2,5" in Turkish. A text that is not a number is returned unchanged.
 *
 * @param decimals Number of decimals that are always shown.
 * @param most Highest number of decimals.
 */
export function measureWords(value: string, language: Language, decimals = 0, most = 3): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  return numbersIn(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: most,
  }).format(number);
}

/** Formats a count: 1250 → "1.250" in Turkish, "1,250" in English. */
export function countWords(value: number, language: Language): string {
  return numbersIn(language).format(value);
}

/**
 * Carriers' closing times, opening hours and labels use Turkish time. The screen uses Turkish time
 * as well, even on a computer with another time zone.
 */
const ZONE = { timeZone: "Europe/Istanbul" };

/**
 * Formats an instant in Turkish time: "21.11.2026 14:05" in Turkish, "21/11/2026 14:05" in English.
 */
export function instantWords(instant: string, language: Language): string {
  const when = new Date(instant);
  if (Number.isNaN(when.getTime())) return instant;
  const day = datesIn(language, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    ...ZONE,
  }).format(when);
  const time = datesIn(language, {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    ...ZONE,
  }).format(when);
  return `${day} ${time}`;
}

/**
 * Formats a day: "21.11.2026" in Turkish, "21/11/2026" in English. @param day YYYY-MM-DD, without a
 * time zone.
 */
export function dayWords(day: string, language: Language): string {
  return datesIn(language, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats the time of day in Turkish time: "14:04:31". */
export function clockWords(when: number, language: Language): string {
  return datesIn(language, {
    timeStyle: "medium",
    hour12: false,
    ...ZONE,
  }).format(when);
}

/**
 * Formats the day on which a parcel arrives that leaves now: "today" or "tomorrow", and later days
 * as "Thu 26 Nov", "26 Kasım Perşembe".
 *
 * @param nanoseconds The carrier's transit time, the API's duration.
 * @param now Milliseconds since the epoch.
 * @returns Empty when nothing is promised.
 */
export function arrivalWords(nanoseconds: number, language: Language, now: number): string {
  return nanoseconds > 0 ? nearDayWords(now + nanoseconds / NS_PER_MS, language, now) : "";
}

/** Formats the day of an appointment as `arrivalWords` does. @param day YYYY-MM-DD, Turkish time. */
export function appointmentWords(day: string, language: Language, now: number): string {
  return nearDayWords(Date.parse(`${day}T12:00:00+03:00`), language, now);
}

function nearDayWords(arrival: number, language: Language, now: number): string {
  const days = (dayStart(arrival) - dayStart(now)) / DAY_MS;
  if (days <= 1)
    return new Intl.RelativeTimeFormat(LOCALES[language], { numeric: "auto" }).format(days, "day");
  // Shortened, "1 Ara Sal" would read as two other words.
  const length = language === "tr" ? "long" : "short";
  return datesIn(language, {
    weekday: length,
    day: "numeric",
    month: length,
    ...ZONE,
  })
    .format(arrival)
    .replaceAll(",", "");
}

const ISO_DAYS = new Intl.DateTimeFormat("en-CA", ZONE);

/** Returns the start of an instant's day in Turkish time, as if that day were in UTC. */
function dayStart(instant: number): number {
  return Date.parse(ISO_DAYS.format(instant));
}

const DURATIONS = [
  { unit: "day", ms: DAY_MS },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/**
 * Formats a duration: 125000 → "2 minutes", "2 dakika". Rounds to the largest unit of which the
 * duration has at least two, or to seconds below two minutes.
 */
export function durationWords(ms: number, language: Language): string {
  const { unit, ms: one } = DURATIONS.find((each) => ms >= 2 * each.ms) ?? {
    unit: "second",
    ms: 1_000,
  };
  return numbersIn(language, {
    style: "unit",
    unit,
    unitDisplay: "long",
  }).format(Math.round(ms / one));
}

/** Writes a district or city in capitals, as on addresses, by Turkish rules: i → İ. */
export function placeWords(name: string): string {
  return name.toLocaleUpperCase("tr");
}

/** Writes an hour of a day, such as "14:00–15:00". @param hour From 0 to 23. */
export function hourText(hour: number): string {
  return [hour, hour + 1].map((at) => `${String(at).padStart(2, "0")}:00`).join("–");
}
