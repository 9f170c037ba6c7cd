/**
 * Distinguishes a scanner from a person who types. A keyboard-wedge scanner types its code far
 * faster than a person and ends it with Enter or Tab. This file is pure; scanner.ts handles the
 * page.
 *
 * The median gap decides, not each gap: a busy computer may delay one key of a scan, and a person
 * may roll two keys together.
 */
export type ScannerLayout = "system" | "us";

export type TimedKey = {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly caps: boolean;
  /** Whether Ctrl, Alt or Meta is held: the key is a command, never part of a code. */
  readonly modified: boolean;
  readonly repeat: boolean;
  /** Milliseconds of any clock. */
  readonly at: number;
};

export type Detected =
  /** Not part of any code. */
  | { readonly kind: "other" }
  /** One more character; `first` if it may be the first of a scan. */
  | { readonly kind: "character"; readonly text: string; readonly first: boolean }
  | { readonly kind: "scan"; readonly code: string }
  /**
   * An Enter or Tab as fast as a scanner's, after few characters: the code of a young shop's order,
   * or keys that a person hit together. It must not buy anything.
   */
  | { readonly kind: "stray"; readonly code: string }
  /**
   * An Enter right after an Enter or a code, or a Tab right after a code: from a scanner that sends
   * two such keys, or from a bouncing key.
   */
  | { readonly kind: "echo" };

export type ScanDetector = {
  /** Processes one key; keys must come in order. */
  take(pressed: TimedKey): Detected;
};

const MIN_LENGTH = 4;
const MEDIAN_GAP_MS = 35;
/** After a longer pause, the next character starts a new code. */
const LONGEST_GAP_MS = 150;
/**
 * Longest gap between the two Enters of one scan; a person who reads a price before buying is
 * slower.
 */
const ECHO_MS = 100;

/** Characters of US keys, without and with Shift; only keys whose characters occur in codes. */
const US_KEYS: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ["-", "_"],
  Slash: ["/", "?"],
  Period: [".", ">"],
  Comma: [",", "<"],
  Semicolon: [";", ":"],
  Equal: ["=", "+"],
  Space: [" ", " "],
  NumpadSubtract: ["-", "-"],
  NumpadDivide: ["/", "/"],
  NumpadDecimal: [".", "."],
};

/**
 * Creates a scan detector, which buffers the keys of the code that is being typed.
 *
 * @param layout Returns the scanner's current layout.
 */
export function createScanDetector(layout: () => ScannerLayout): ScanDetector {
  let text = "";
  let gaps: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  /** Time of the last Enter, or of the last key that ended a code. */
  let enteredAt = Number.NEGATIVE_INFINITY;
  /**
   * Time when the last code ended: only a Tab right after it is an echo. Any other Tab moves the
   * focus, even right after an Enter; a held Tab repeats every 30 ms.
   */
  let codeEndedAt = Number.NEGATIVE_INFINITY;
  const forget = (): void => {
    text = "";
    gaps = [];
  };

  return {
    take(pressed) {
      if (pressed.key === "Shift" || pressed.key === "CapsLock") return { kind: "other" };
      const gap = pressed.at - last;
      if (gap > LONGEST_GAP_MS || pressed.repeat || pressed.modified) forget();
      if (pressed.modified) return { kind: "other" };

      if (pressed.key === "Enter" || pressed.key === "Tab") {
        const echo =
          text === "" &&
          pressed.at - (pressed.key === "Enter" ? enteredAt : codeEndedAt) <= ECHO_MS;
        const fast = text !== "" && median([...gaps, gap]) <= MEDIAN_GAP_MS;
        if (pressed.key === "Enter" || fast) enteredAt = pressed.at;
        if (fast) codeEndedAt = pressed.at;
        if (echo) return { kind: "echo" };
        const code = text;
        forget();
        if (!fast) return { kind: "other" };
        return { kind: code.length < MIN_LENGTH ? "stray" : "scan", code };
      }

      const character = characterOf(pressed, layout());
      if (character === null) {
        forget();
        return { kind: "other" };
      }
      const first = text === "";
      if (!first) gaps.push(gap);
      text += character;
      last = pressed.at;
      return { kind: "character", text: character, first };
    },
  };
}

/**
 * Returns the character that a scanner meant. On a Turkish layout a US scanner's `i` arrives as `ı`
 * and its `.` as `ç`, so characters outside ASCII are read by key position. `us` also reads keys by
 * position that arrive as ASCII characters, because the `-` or `/` of a code may arrive as another
 * ASCII character.
 */
function characterOf(pressed: TimedKey, layout: ScannerLayout): string | null {
  const printable = [...pressed.key].length === 1;
  if (layout === "system" && printable && pressed.key >= " " && pressed.key <= "~")
    return pressed.key;
  const letter = /^Key([A-Z])$/.exec(pressed.code)?.[1];
  if (letter !== undefined) return pressed.shift !== pressed.caps ? letter : letter.toLowerCase();
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(pressed.code)?.[1];
  if (digit !== undefined && !pressed.shift) return digit;
  const pair = US_KEYS[pressed.code];
  if (pair !== undefined) return pressed.shift ? pair[1] : pair[0];
  return printable ? pressed.key : null;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
