/** Parses a typed day, in the form that the screen shows or that files use. */

/**
 * Accepts day, month and year with dots, slashes or hyphens; and year, month and day with hyphens.
 *
 * @returns YYYY-MM-DD; undefined unless the text is a calendar day.
 */
export function readDay(typed: string): string | undefined {
  const found =
    /^(?<d>\d{1,2})[./-](?<m>\d{1,2})[./-](?<y>\d{4})$/.exec(typed.trim()) ??
    /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/.exec(typed.trim());
  if (found?.groups === undefined) return undefined;
  const { y = "", m = "", d = "" } = found.groups;
  const day = `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
  const at = new Date(`${day}T00:00:00Z`);
  // Date would turn the 31st of a shorter month into a day of the next month.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}
