/** A client of GET /events on a real socket, as a program would write it. */

type ReceivedFact = {
  readonly id: string;
  readonly event: string;
  readonly data: { seq: number; topic: string; subjectID: string; at: string; payload: unknown };
};
export type EventStream = {
  readonly status: number;
  readonly type: string;
  readonly received: ReceivedFact[];
  readonly ended: Promise<void>;
  close(): void;
};

export async function eventStream(
  url: string,
  token: string | null,
  options: { headers?: Record<string, string>; query?: string } = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/events${options.query ?? ""}`, {
    headers: { authorization: `Bearer ${token}`, ...options.headers },
    signal: abort.signal,
  });
  const received: ReceivedFact[] = [];
  const read = async (): Promise<void> => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const field = (name: string): string | undefined =>
          block
            .split("\n")
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        const event = field("event");
        if (event !== undefined)
          received.push({
            id: field("id") ?? "",
            event,
            data: JSON.parse(field("data") ?? "null") as ReceivedFact["data"],
          });
      }
    }
  };
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    received,
    ended: read().catch(() => undefined),
    close: () => abort.abort(),
  };
}
