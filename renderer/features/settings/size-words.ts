/** Words for sizes on disk. */
import { useFormat } from "../../ui/use-format.ts";

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

/** Returns a function that formats bytes in the screen's language: "12.5 MB", "1.2 GB". */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormat();
  return (bytes) =>
    bytes < GIGABYTE
      ? `${format.measure(String(bytes / MEGABYTE), 0, 1)} MB`
      : `${format.measure(String(bytes / GIGABYTE), 0, 1)} GB`;
}
