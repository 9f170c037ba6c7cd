/** Sizes on a disk in words. */
import { useFormat } from "../../ui/use-format.ts";

const MEGABYTE = 1_000_000;
const GIGABYTE = 1_000 * MEGABYTE;

/** Returns what turns bytes into words in the screen's language: "12.5 MB", "1.2 GB". */
export function useSizeWords(): (bytes: number) => string {
  const format = useFormat();
  return (bytes) =>
    bytes < GIGABYTE
      ? `${format.measure(String(bytes / MEGABYTE), 0, 1)} MB`
      : `${format.measure(String(bytes / GIGABYTE), 0, 1)} GB`;
}
