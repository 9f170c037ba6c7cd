/**
 * A button that opens a menu: commands with their words and keys, and choices with check marks.
 * A separate group at the end has the commands that destroy.
 */
import { Check, ChevronDown, ChevronRight, Ellipsis } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  SubmenuTrigger,
  type Selection,
} from "react-aria-components";
import { useShared } from "../../store/shared.ts";
import { isDeskCovered } from "../../store/sign-in.slice.ts";
import { noteOpenPart } from "../use-esc-closes.ts";
import { Kbd } from "../Kbd.tsx";
import styles from "./Menu.module.css";

/** A command of a menu. */
export type MenuCommand = {
  readonly name: string;
  readonly words: string;
  readonly run: () => void;
  readonly keyName?: string;
  /** Whether the command destroys something. */
  readonly danger?: boolean;
};

type MenuButtonProps = {
  /** Accessible name of the button. */
  readonly label: string;
  /** Content of the button; by default three dots. */
  readonly words?: ReactNode;
  readonly className?: string;
  readonly testID?: string;
  /** Groups of the menu: `MenuCommands` and `MenuChoices`. */
  readonly children: ReactNode;
};

/**
 * Shows the button and, while it is open, the menu. Esc closes the menu before anything else, and a
 * locked desk closes it, because a menu is above everything.
 */
export function MenuButton({ label, words, className, testID, children }: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const isCovered = useShared(isDeskCovered);
  useEffect(() => (isCovered ? setOpen(false) : undefined), [isCovered]);
  useEffect(() => (isOpen ? noteOpenPart(() => setOpen(false)) : undefined), [isOpen]);
  return (
    <MenuTrigger isOpen={isOpen && !isCovered} onOpenChange={setOpen}>
      <Button
        className={className ?? styles[words === undefined ? "icon" : "button"] ?? ""}
        aria-label={label}
        data-testid={testID}
      >
        {words === undefined ? (
          <Ellipsis size={18} aria-hidden="true" />
        ) : (
          <>
            {words}
            <ChevronDown size={14} aria-hidden="true" />
          </>
        )}
      </Button>
      <Popover className={styles["popover"] ?? ""} offset={4} data-density="office">
        <Menu className={styles["menu"] ?? ""} aria-label={label} shouldFocusWrap>
          {children}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** A group of commands. @param label Accessible name of the group. */
export function MenuCommands({
  label,
  commands,
}: {
  readonly label: string;
  readonly commands: readonly MenuCommand[];
}) {
  return (
    <MenuSection className={styles["group"] ?? ""} aria-label={label}>
      {commands.map(({ name, words, run, keyName, danger }) => (
        <MenuItem
          key={name}
          id={name}
          textValue={words}
          className={`${styles["item"]} ${danger === true ? styles["danger"] : ""}`}
          onAction={run}
        >
          <span className={styles["words"]}>{words}</span>
          {keyName === undefined ? null : <Kbd>{keyName}</Kbd>}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** An entry that opens a second menu, by arrow right or a press. */
export function Submenu({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <SubmenuTrigger>
      <MenuItem textValue={label} className={styles["item"] ?? ""}>
        <span className={styles["words"]}>{label}</span>
        <ChevronRight size={14} aria-hidden="true" />
      </MenuItem>
      <Popover className={styles["popover"] ?? ""} offset={-2} data-density="office">
        <Menu className={styles["menu"] ?? ""} aria-label={label} shouldFocusWrap>
          {children}
        </Menu>
      </Popover>
    </SubmenuTrigger>
  );
}

/** An option of a group of choices. */
export type MenuOption = { readonly value: string; readonly words: string };

type ChoicesProps = {
  /** Heading of the group. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly chosen: readonly string[];
  /** Whether several options can be chosen; the menu then stays open. */
  readonly isMultiple?: boolean;
  readonly onChoose: (chosen: readonly string[]) => void;
};

/** A group of options, the chosen ones with a check mark. */
export function MenuChoices({
  label,
  options,
  chosen,
  isMultiple = false,
  onChoose,
}: ChoicesProps) {
  const choose = (keys: Selection): void =>
    onChoose(
      options.map(({ value }) => value).filter((value) => keys === "all" || keys.has(value)),
    );
  return (
    <MenuSection
      className={styles["group"] ?? ""}
      selectionMode={isMultiple ? "multiple" : "single"}
      selectedKeys={chosen}
      onSelectionChange={choose}
      shouldCloseOnSelect={!isMultiple}
    >
      <Header className={styles["head"] ?? ""}>{label}</Header>
      {options.map(({ value, words }) => (
        <MenuItem key={value} id={value} textValue={words} className={styles["item"] ?? ""}>
          {({ isSelected }) => (
            <>
              <span className={styles["check"]}>
                {isSelected ? <Check size={14} strokeWidth={3} aria-hidden="true" /> : null}
              </span>
              <span className={styles["words"]}>{words}</span>
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
