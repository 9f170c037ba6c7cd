/**
 * Index of the search in Settings: each section with its title and usual words, and the labels of
 * its fields and commands. Loaded with the first search.
 */
import type { ParseKeys } from "i18next";
import type { SettingsPart } from "../../store/navigation.slice.ts";

type Indexed = {
  /** A section, or the view that has what people look for in Settings. */
  readonly section: SettingsPart | "today";
  /** Whether a packer who has signed in by a badge finds the section too. */
  readonly isForPackers?: true;
  readonly title: ParseKeys;
  /** Other words for the section, separated by spaces. */
  readonly usual: ParseKeys;
  /** Labels of fields and commands that the section always shows. */
  readonly fields: readonly ParseKeys[];
  /**
   * Labels of commands that destroy, or that the section does not show in each of its states: the
   * search leads to the section, and not to the button.
   */
  readonly commands?: readonly ParseKeys[];
};

export const SETTINGS_INDEX: readonly Indexed[] = [
  { section: "unanswered", title: "jobs.section", usual: "settings.usual.unanswered", fields: [] },
  {
    section: "packing",
    title: "desk.settings.title",
    usual: "settings.usual.packing",
    fields: ["desk.settings.scanned", "desk.settings.card"],
    commands: ["desk.settings.loudness"],
  },
  {
    section: "sources",
    title: "sources.title",
    usual: "settings.usual.sources",
    fields: [],
    commands: ["sources.demands", "sources.forget"],
  },
  {
    section: "scales",
    title: "scales.title",
    usual: "settings.usual.scales",
    fields: ["scales.add", "scales.driver", "scales.kind"],
    commands: ["scales.search"],
  },
  {
    section: "orderFolder",
    title: "orderFolder.title",
    usual: "settings.usual.orderFolder",
    fields: [],
    commands: ["orderFolder.choose", "orderFolder.switchOff"],
  },
  {
    section: "screen",
    isForPackers: true,
    title: "settings.screen",
    usual: "settings.usual.screen",
    fields: ["settings.language", "settings.theme", "settings.scanner", "settings.sound"],
  },
  {
    section: "computer",
    title: "computer.title",
    usual: "settings.usual.computer",
    fields: ["computer.onClose", "computer.autostart", "computer.api", "computer.listen"],
    commands: ["computer.authority"],
  },
  {
    section: "setUp",
    title: "firstStart.title",
    usual: "settings.usual.setUp",
    fields: ["firstStart.open"],
  },
  {
    section: "practice",
    isForPackers: true,
    title: "settings.practice",
    usual: "settings.usual.practice",
    fields: [],
    commands: ["settings.openPractice"],
  },
  {
    section: "about",
    isForPackers: true,
    title: "settings.about",
    usual: "settings.usual.about",
    fields: ["diagnostics.title", "diagnostics.copy", "updates.title"],
    commands: ["updates.check"],
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
    commands: ["members.activate", "members.deactivate"],
  },
  {
    section: "badges",
    title: "badges.title",
    usual: "settings.usual.badges",
    fields: ["badges.make"],
    commands: ["badges.locks", "badges.changePin", "badges.revoke", "badges.card"],
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
      "stations.table.title",
    ],
    commands: [
      "stations.own.credentials",
      "stations.invite.title",
      "stations.invite.make",
      "stations.conflicts.title",
      "stations.table.revoke",
      "stations.leave.do",
    ],
  },
  {
    section: "agreements",
    title: "agreements.title",
    usual: "settings.usual.agreements",
    fields: [],
    commands: ["agreements.add", "agreements.load", "agreements.range.title", "agreements.end"],
  },
  {
    section: "rules",
    title: "rules.title",
    usual: "settings.usual.rules",
    fields: [],
    commands: ["rules.add"],
  },
  {
    section: "carriers",
    title: "carriers.title",
    usual: "settings.usual.carriers",
    fields: [
      "carriers.accounts",
      "carriers.addAccount",
      "marketplaces.title",
      "marketplaces.connect",
      "carriers.prices",
      "carriers.username",
      "carriers.password",
    ],
    commands: ["carriers.removeAccount"],
  },
  {
    section: "boxes",
    title: "boxes.title",
    usual: "settings.usual.boxes",
    fields: ["boxes.name", "boxes.add", "boxes.change"],
    commands: ["boxes.remove"],
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
      "labels.layouts",
      "labels.dpi",
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
      "integrations.life",
    ],
    commands: ["integrations.revoke"],
  },
  {
    section: "webhooks",
    title: "webhooks.title",
    usual: "settings.usual.webhooks",
    fields: ["webhooks.add", "webhooks.url", "webhooks.headerName", "webhooks.headerValue"],
    commands: ["webhooks.test", "webhooks.log", "webhooks.replay", "webhooks.remove"],
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
      "backup.start",
      "keeping.csv",
      "keeping.supportSave",
    ],
    commands: [
      "moveIn.title",
      "moveIn.end",
      "secrets.show",
      "secrets.recover",
      "backup.keep",
      "backup.putBack",
    ],
  },
  {
    section: "privacy",
    title: "privacy.title",
    usual: "settings.usual.privacy",
    fields: ["privacy.keep", "privacy.person", "audit.title", "audit.file"],
    commands: ["privacy.find", "privacy.erase"],
  },
  {
    section: "today",
    isForPackers: true,
    title: "app.view.today",
    usual: "settings.usual.today",
    fields: ["today.manifest.title"],
  },
];
