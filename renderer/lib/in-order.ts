/** Decides which answers to drop: those that arrive after a later request's answer. Pure. */

/**
 * Returns the function to call at each request. The returned function is called when the answer
 * arrives, and returns whether the screen may use the answer.
 */
export function createInOrder(): () => () => boolean {
  let [asked, answered] = [0, 0];
  return () => {
    const request = (asked += 1);
    return () => {
      if (request < answered) return false;
      answered = request;
      return true;
    };
  };
}
