/**
 * Index of the search in Settings: each section with its title and usual words, and the labels of
 * its fields and commands. Loaded with the first search.
 */
import type { ParseKeys } from "i18next";
import type { SettingsPart } from "../../store/navigation.slice.ts";

type Indexed = {
  /** A section, or the view that has what people look for in Settings. */
  readonly section: SettingsPart | "today";
  readonly title: ParseKeys;
  /** Other words for the section, separated by spaces. */
  readonly usual: ParseKeys;
  /**
   * Labels of fields and commands that the section always shows; those that depend on its state
   * are found by usual words.
   */
  readonly fields: readonly ParseKeys[];
};

export const SETTINGS_INDEX: readonly Indexed[] = [
  { section: "unanswered", title: "jobs.section", usual: "settings.usual.unanswered", fields: [] },
  {
    section: "packing",
    title: "desk.settings.title",
    usual: "settings.usual.packing",
    fields: ["desk.settings.scanned", "desk.settings.card"],
  },
  {
    section: "screen",
    title: "settings.screen",
    usual: "settings.usual.screen",
    fields: ["settings.language", "settings.theme", "settings.scanner", "settings.sound"],
  },
  {
    section: "computer",
    title: "computer.title",
    usual: "settings.usual.computer",
    fields: ["computer.onClose", "computer.autostart", "computer.api", "computer.listen"],
  },
  {
    section: "setUp",
    title: "firstStart.title",
    usual: "settings.usual.setUp",
    fields: ["firstStart.open"],
  },
  { section: "practice", title: "settings.practice", usual: "settings.usual.practice", fields: [] },
  {
    section: "about",
    title: "settings.about",
    usual: "settings.usual.about",
    fields: ["diagnostics.title", "diagnostics.copy", "updates.title"],
  },
  {
    section: "organization",
    title: "organization.section",
    usual: "settings.usual.organization",
    fields: [
      "organization.sender.title",
      "organization.names.title",
      "organization.names.member",
      "organization.names.organization",
      "organization.company.title",
    ],
  },
  {
    section: "balance",
    title: "organization.balance.title",
    usual: "settings.usual.balance",
    fields: ["organization.balance.amount", "organization.balance.reference"],
  },
  {
    section: "members",
    title: "members.title",
    usual: "settings.usual.members",
    fields: ["members.add", "members.name", "members.email", "members.role"],
  },
  {
    section: "stations",
    title: "stations.title",
    usual: "settings.usual.stations",
    fields: [
      "stations.name.label",
      "stations.alone.code",
      "stations.be.title",
      "stations.own.title",
    ],
  },
  {
    section: "carriers",
    title: "carriers.title",
    usual: "settings.usual.carriers",
    fields: ["carriers.accounts", "carriers.addAccount", "carriers.prices"],
  },
  {
    section: "boxes",
    title: "boxes.title",
    usual: "settings.usual.boxes",
    fields: ["boxes.name"],
  },
  {
    section: "labels",
    title: "labels.title",
    usual: "settings.usual.labels",
    fields: [
      "labels.settings.layout",
      "labels.settings.phones",
      "labels.settings.logo",
      "labels.settings.choose",
      "labels.paper",
      "labels.sample",
      "labels.openPrinters",
    ],
  },
  {
    section: "tracking",
    title: "tracking.settings.title",
    usual: "settings.usual.tracking",
    fields: ["tracking.settings.days", "tracking.settings.address"],
  },
  {
    section: "programs",
    title: "integrations.title",
    usual: "settings.usual.programs",
    fields: [
      "integrations.address",
      "integrations.docs",
      "integrations.tokens",
      "integrations.make",
      "integrations.tokenName",
      "integrations.scope",
      "integrations.origins",
    ],
  },
  {
    section: "webhooks",
    title: "webhooks.title",
    usual: "settings.usual.webhooks",
    fields: ["webhooks.add", "webhooks.url", "webhooks.headerName"],
  },
  {
    section: "data",
    title: "data.title",
    usual: "settings.usual.data",
    fields: [
      "data.checkNow",
      "data.folder",
      "backup.title",
      "backup.nightly",
      "backup.restoreTitle",
      "keeping.export",
      "keeping.support",
      "secrets.title",
    ],
  },
  {
    section: "privacy",
    title: "privacy.title",
    usual: "settings.usual.privacy",
    fields: ["privacy.keep", "privacy.person", "audit.title"],
  },
  {
    section: "today",
    title: "app.view.today",
    usual: "settings.usual.today",
    fields: ["today.manifest.title"],
  },
];
