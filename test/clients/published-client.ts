/**
 * A client that behaves like the API's published client for JavaScript: it sends a bearer token and
 * JSON to a base address, and unwraps `data` unless the answer has paging fields or `debt`. It
 * repeats a failed call up to three times, each after 200 to 400 ms, without an idempotency key.
 */
export type Paged<T> = {
  readonly data: readonly T[];
  readonly limit: number;
  readonly page: number;
  readonly totalRows: number;
  readonly totalPages: number;
};

export class ClientError extends Error {
  readonly status: number;
  readonly code: string;
  readonly tries: number;
  constructor(status: number, code: string, message: string, tries: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.tries = tries;
  }
}

export type Client = {
  request<T>(
    method: string,
    path: string,
    query?: Record<string, unknown>,
    body?: unknown,
  ): Promise<T>;
};

const RETRIES = 3;
const PAGING = ["limit", "page", "totalRows", "totalPages"];

export function createClient(baseUrl: string, token: string | null): Client {
  async function once<T>(url: string, init: RequestInit, tries: number): Promise<T> {
    const response = await fetch(url, init);
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok || answer["result"] === false)
      throw new ClientError(
        response.status,
        String(answer["code"]),
        String(answer["message"]),
        tries,
      );
    if (PAGING.some((name) => Object.hasOwn(answer, name))) return answer as T;
    return (
      Object.hasOwn(answer, "data") && !Object.hasOwn(answer, "debt") ? answer["data"] : answer
    ) as T;
  }

  return {
    async request<T>(
      method: string,
      path: string,
      query: Record<string, unknown> = {},
      body?: unknown,
    ): Promise<T> {
      const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
      const search =
        pairs.length === 0
          ? ""
          : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
      const init: RequestInit = {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          "Content-Type": "application/json",
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      for (let tries = 1; ; tries += 1) {
        try {
          return await once<T>(`${baseUrl}${path}${search}`, init, tries);
        } catch (error) {
          if (tries > RETRIES) throw error;
          await new Promise((done) => setTimeout(done, 200 + Math.random() * 200));
        }
      }
    },
  };
}
