/** What the thread of the API's documents serves. Files are UTF-8, as they are sent. */

/** `order`: the ids of the endpoints that the station serves, as they follow each other in the documents. `version`: of the product. */
export type ApiDocumentsData = { readonly order: readonly string[]; readonly version: string };

/** `policy`: the Content-Security-Policy that the page is sent with. */
export type ApiPage = { readonly html: Uint8Array; readonly policy: string };

export type ApiDocumentsOperations = {
  /** @returns The OpenAPI document, as JSON. @throws Error when an id of the order is no endpoint's. */
  openapi(): Promise<Uint8Array>;
  /** @param document The OpenAPI document, as JSON. */
  page(document: Uint8Array): ApiPage;
};
