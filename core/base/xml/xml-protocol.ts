/** Protocol of the thread that parses long XML. */
export type XmlOperations = {
  /** Returns the root element as JSON, which is copied faster than its objects; "" for other texts. */
  parse(text: string): Promise<string>;
};
