/**
 * Distinguishing a scanner from a person who types. A keyboard-wedge scanner types its code far
 * faster than a person and ends it with Enter or Tab; the pure half of catching it stands here, the
 * half that touches the page in scanner.ts.
 *
 * The median gap decides, not each gap: a busy machine may hold one key of a scan back, and a
 * person may roll two keys together.
 */
export type ScannerLayout = "system" | "us";

export type TimedKey = {
  readonly key: string;
  readonly code: string;
  readonly shift: boolean;
  readonly caps: boolean;
  /** Ctrl, Alt or Meta is held: a command, never part of a code. */
  readonly modified: boolean;
  readonly repeat: boolean;
  /** Milliseconds, any origin. */
  readonly at: number;
};

export type Detected =
  /** Not part of any code. */
  | { readonly kind: "other" }
  /** One more character; `first` when it may be the first of a scan. */
  | { readonly kind: "character"; readonly text: string; readonly first: boolean }
  | { readonly kind: "scan"; readonly code: string }
  /** An Enter as fast as a scanner's, after too little to be a code. It must not buy anything. */
  | { readonly kind: "stray" }
  /** The second Enter of a scanner that sends two, or of a key that bounces. */
  | { readonly kind: "echo" };

export type ScanDetector = {
  /** Takes one key, in the order in which they came. */
  take(pressed: TimedKey): Detected;
};

const MIN_LENGTH = 4;
const MEDIAN_GAP_MS = 35;
/** A longer silence ends the code. */
const LONGEST_GAP_MS = 150;
/**
 * Two Enters of one scan are never further apart; a person who reads a price before buying is
 * slower.
 */
const ECHO_MS = 100;

/** What the keys of a US layout give; only the ones that occur in codes. */
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
 * Makes a detector of scans, which keeps the keys of the code that is being typed.
 *
 * @param layout The layout of the scanner now.
 */
export function createScanDetector(layout: () => ScannerLayout): ScanDetector {
  let text = "";
  let gaps: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  /** When an Enter, or a key that ended a code, came last. */
  let enteredAt = Number.NEGATIVE_INFINITY;
  /**
   * When a code ended last: only then is a Tab an echo. By itself it moves the focus, also right
   * after an Enter, and held it comes every 30 ms.
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
        return code.length < MIN_LENGTH ? { kind: "stray" } : { kind: "scan", code };
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
 * The character a scanner meant. On a Turkish layout a US scanner's `i` arrives as `ı` and its `.`
 * as `ç`: what is not ASCII is read from the key's place. `us` reads every key so, for codes with
 * `-` or `/` that arrive as other ASCII.
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
