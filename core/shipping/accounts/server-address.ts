/** Addresses of carriers' and marketplaces' servers, as people enter them. Pure. */

/** Names the host of an address, with its port; "" when the text is no address. */
export function hostOf(url = ""): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** Returns whether two addresses lead to one server of our interface, with or without its version. */
export function isSameServer(one: string, other: string): boolean {
  return bareOf(one) === bareOf(other);
}

function bareOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}`;
}
