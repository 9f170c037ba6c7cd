/** English words of Help. The guides are in resources/guides/. */
export const enHelp = {
  help: {
    title: "Help",
    guides: "Guides",
    names: {
      packer: "Packer's card",
      owner: "For owners",
      it: "For IT",
      api: "For programs (API)",
    },
    headings: "In this guide",
    print: "Print",
    find: "Find in this guide",
    found: "{{at}} of {{count, number}}",
    foundNone: "Not found",
    keys: { find: "Find in the guide; Enter goes to the next match", print: "Print the guide" },
  },
} as const;
