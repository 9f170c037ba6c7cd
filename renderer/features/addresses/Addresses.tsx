/**
 * The address book: the list with its search, and next to it the address in hand, the form of one,
 * the duplicates, or a file to import.
 */
import { useEffect, type ReactNode } from "react";
import { BookUser, SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { exportAddresses } from "../../../core/shipping/imports/address-imports.api.ts";
import { saveFile } from "../../lib/bridge.ts";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { Choice } from "../../ui/Choice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ColumnsMenu } from "../../ui/list/ColumnsMenu.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { SearchField } from "../../ui/list/SearchField.tsx";
import { useKeptPanel, type KeptPanel } from "../../ui/list/use-kept-panel.ts";
import { MenuButton, MenuCommands } from "../../ui/menu/Menu.tsx";
import { useKeptColumns } from "../../ui/table/kept-columns.ts";
import { SavedFile, useSaveFile, type SavingFile } from "../../ui/use-save-file.tsx";
import {
  BOOK_SEARCH_ID,
  focusBookSearch,
  importAddresses,
  newAddress,
  showDuplicates,
} from "./address-commands.ts";
import { AddressPane } from "./AddressPane.tsx";
import { AddressTable, useColumns } from "./AddressTable.tsx";
import { BookUndo } from "./BookUndo.tsx";
import { addressAt } from "./book-pages.ts";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Reads the list on mount, and focuses the search unless an open pane has the focus. */
export function Addresses() {
  const { t } = useTranslation();
  const failure = useAddresses((store) => store.bookFailure);
  const book = useAddresses((store) => store.book);
  const search = useAddresses((store) => store.bookSearch);
  const kind = useAddresses((store) => store.bookKind);
  const load = useAddresses((store) => store.loadBook);
  const saving = useSaveFile();
  const columns = useColumns();
  const [kept, keep] = useKeptColumns("addresses", []);
  const panel = useKeptPanel("addresses-panel");
  useEffect(() => {
    void load();
    // A pane that a hasty key opened before this view was loaded has the focus already.
    if (document.querySelector('[data-testid="address-pane"] :focus') === null) focusBookSearch();
  }, [load]);
  return (
    <ListView
      title={t("addresses.title")}
      count={<Count />}
      tools={<Tools />}
      menu={
        <More
          saving={saving}
          panel={panel}
          columns={<ColumnsMenu {...{ columns, kept }} onKeep={keep} />}
        />
      }
      notices={
        <>
          {failure === null ? null : (
            <div role="alert" className={styles["notice"]}>
              <FailureText failure={failure} />
            </div>
          )}
          <SavedFile saving={saving} />
          <BookUndo />
        </>
      }
      panel={<AddressPane panel={panel} />}
    >
      {book?.total === 0 ? (
        <Blank
          Icon={search === "" ? BookUser : SearchX}
          text={search === "" ? t(`addresses.blank.${kind}`) : t("addresses.notFound")}
          testID="book-blank"
        />
      ) : null}
      <AddressTable columns={columns} kept={kept} onKeep={keep} />
    </ListView>
  );
}

function Count() {
  const { t } = useTranslation();
  const search = useAddresses((store) => store.bookSearch);
  const book = useAddresses((store) => store.book);
  return (
    <p role="status" className={styles["count"]} data-testid="book-count">
      {book === null
        ? t("addresses.reading")
        : search === ""
          ? t("addresses.count", { count: book.total, more: book.isMore ? "+" : "" })
          : t("addresses.found", { count: book.total, more: book.isMore ? "+" : "" })}
    </p>
  );
}

/** Search, kind and the command for a new address; Enter in the search opens the first address. */
function Tools() {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const search = useAddresses((store) => store.bookSearch);
  const book = useAddresses((store) => store.book);
  const show = useAddresses((store) => store.showBookOf);
  const find = useAddresses((store) => store.searchBook);
  const open = useAddresses((store) => store.openBookPane);
  const openFirst = (): void => {
    const first = addressAt(book, 0);
    if (first !== undefined) open({ show: "address", id: first.id });
  };
  return (
    <>
      <SearchField
        id={BOOK_SEARCH_ID}
        label={t("addresses.search")}
        hint={t("addresses.search")}
        value={search}
        onChange={(text) => void find(text)}
        onEnter={openFirst}
        onDown={() =>
          document.querySelector<HTMLElement>('[data-testid="book-list"] [role="grid"]')?.focus()
        }
      />
      <Choice
        label={t("addresses.kind.label")}
        isLabelHidden
        value={kind}
        options={[
          { value: "recipient", words: t("addresses.kind.recipient") },
          { value: "sender", words: t("addresses.kind.sender") },
        ]}
        onChange={(chosen) => void show(chosen)}
      />
      <span className={styles["room"]} />
      <Button keyName="F2" onPress={newAddress}>
        {t(`addresses.new.${kind}`)}
      </Button>
    </>
  );
}

type MoreProps = {
  readonly saving: SavingFile;
  readonly panel: KeptPanel;
  readonly columns: ReactNode;
};

/** Duplicates, import, export, the panel and the columns. */
function More({ saving, panel, columns }: MoreProps) {
  const { t, i18n } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const sort = useAddresses((store) => store.bookSort);
  const exportAs = (format: "csv" | "xlsx") => (): void =>
    saving.run(() =>
      saveFile(exportAddresses, {
        query: {
          isRecipient: kind === "recipient",
          format,
          language: i18n.language === "tr" ? "tr" : "en",
          ...(sort === null ? {} : { sortBy: sort.column, isAscending: sort.isAscending }),
        },
      }),
    );
  return (
    <MenuButton label={t("list.more")} testID="list-more">
      <MenuCommands
        label={t("list.commands")}
        commands={[
          {
            name: "duplicates",
            words: t("addresses.duplicates.open"),
            keyName: "F3",
            run: showDuplicates,
          },
          {
            name: "import",
            words: t("addresses.import.open"),
            keyName: "F7",
            run: importAddresses,
          },
          { name: "csv", words: t("addresses.exportCsv"), run: exportAs("csv") },
          { name: "xlsx", words: t("addresses.exportXlsx"), run: exportAs("xlsx") },
          ...(panel.isOn
            ? []
            : [{ name: "panel", words: t("list.showPanel"), run: () => panel.show(true) }]),
        ]}
      />
      {columns}
    </MenuButton>
  );
}
