/**
 * The second question of a button, while one is open: Esc takes it back before it leads anywhere
 * else.
 */

let takeBack: (() => void) | null = null;

/**
 * @param back Closes the question, and gives its button the focus.
 * @returns How to say that it is closed.
 */
export function noteAskedTwice(back: () => void): () => void {
  takeBack = back;
  return () => {
    if (takeBack === back) takeBack = null;
  };
}

/** @returns False when no such question is open. */
export function takeBackAskedTwice(): boolean {
  takeBack?.();
  return takeBack !== null;
}
