/**
 * Order of answers that overlap: an answer to an earlier request is dropped once the answer to a
 * later one has come. Pure.
 */

/**
 * Returns a function to call at each request; its result tells, at the answer, whether no answer to
 * a later request has come.
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
