/** A guide's text as the build provides it: see renderer/guide-bundle.ts. */
declare module "*.md" {
  export const guide: import("./guide.ts").Guide;
}
