/** @see before-pack.mjs */
export function beforePack(
  context: { readonly electronPlatformName: string; readonly arch: number },
  places?: { readonly folder?: string },
): Promise<void>;
