/** A guide's text, as the build hands it to the screen: see renderer/guide-bundle.ts. */
declare module "*.md" {
  export const guide: import("./guide.ts").Guide;
}
