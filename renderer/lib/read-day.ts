/** A day as a person types it: as the screen writes days, or as files do. */

/**
 * Day, month, year by dots, slashes or hyphens; or the year first.
 * @returns YYYY-MM-DD; undefined for what is no day of a calendar.
 */
export function readDay(typed: string): string | undefined {
  const found =
    /^(?<d>\d{1,2})[./-](?<m>\d{1,2})[./-](?<y>\d{4})$/.exec(typed.trim()) ??
    /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/.exec(typed.trim());
  if (found?.groups === undefined) return undefined;
  const { y = "", m = "", d = "" } = found.groups;
  const day = `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
  const at = new Date(`${day}T00:00:00Z`);
  // The 31st of a shorter month would become the first of the next one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}
