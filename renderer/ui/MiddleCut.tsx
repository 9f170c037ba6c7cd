/** A number on one line: the middle of a long number is left out. */

/** Characters at the start and at the end that stay, because numbers often differ at their end. */
const START = 9;
const END = 4;

/** Text with at most this many characters is never cut. */
const SHORT = 16;

/** Returns the text without the middle of a long one: "TY-202611…6112". */
export function cutMiddle(text: string): string {
  return text.length > SHORT ? `${text.slice(0, START)}…${text.slice(-END)}` : text;
}

type MiddleCutProps = {
  readonly children: string;
  /** Words around the text; by default none. */
  readonly within?: (text: string) => string;
};

/** Shows the text on one line; the tooltip, screen readers and a copy have the whole text. */
export function MiddleCut({ children: text, within = (shown) => shown }: MiddleCutProps) {
  const cut = cutMiddle(text);
  if (cut === text) return within(text);
  return (
    <span
      title={text}
      onCopy={(event) => {
        event.clipboardData.setData("text/plain", text);
        event.preventDefault();
      }}
    >
      <span aria-hidden="true">{within(cut)}</span>
      <span className="hidden">{within(text)}</span>
    </span>
  );
}
