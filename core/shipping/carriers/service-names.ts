/** Names of another server's services, which gives only their codes. */

/** Makes a name of a code: "SURAT_STANDART" becomes "Surat Standart". */
export function nameOfCode(code: string): string {
  return code
    .split(/[_-]+/)
    .filter((part) => part !== "")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join(" ");
}
