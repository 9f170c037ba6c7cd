/**
 * The panel of the address book: the address in hand, the form of one, a new address, the
 * duplicates, or a file to import.
 */
import { useDeferredValue, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { AddressForm } from "../../ui/address/AddressForm.tsx";
import { draftOf, EMPTY_DRAFT, placeText } from "../../ui/address/address-draft.ts";
import { phoneText } from "../../../core/base/phone.ts";
import { addressAt } from "./book-pages.ts";
import { leavePanel } from "../../ui/list/panel-focus.ts";
import { SidePanel, useIsNarrow } from "../../ui/list/SidePanel.tsx";
import type { KeptPanel } from "../../ui/list/use-kept-panel.ts";
import { MenuButton, MenuCommands } from "../../ui/menu/Menu.tsx";
import { closePane } from "./address-commands.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import styles from "./Addresses.module.css";
import { openAddressOf } from "./addresses.slice.ts";
import { Duplicates } from "./Duplicates.tsx";
import { ImportAddresses } from "./ImportAddresses.tsx";
import { useAddresses } from "./use-addresses.ts";

/** Shows the open pane; without an open pane, the address in hand where the panel is shown. */
export function AddressPane({ panel }: { readonly panel: KeptPanel }) {
  const { t } = useTranslation();
  const pane = useAddresses((store) => store.bookPane);
  const kind = useAddresses((store) => store.bookKind);
  const open = useAddresses(openAddressOf);
  switch (pane.show) {
    case "none":
      return <InHand panel={panel} />;
    case "new":
    case "address":
      return (
        <Pane rowID={pane.show} label={open?.name ?? t(`addresses.new.${kind}`)}>
          <OpenAddress />
        </Pane>
      );
    case "duplicates":
      return (
        <Pane rowID={pane.show} label={t("addresses.duplicates.title")}>
          <Duplicates />
        </Pane>
      );
    case "import":
      return (
        <Pane rowID={pane.show} label={t("addresses.import.open")}>
          <ImportAddresses />
        </Pane>
      );
  }
}

type PaneProps = {
  readonly rowID: string;
  readonly label: string;
  readonly children: ReactNode;
};

/** The panel with room for a form, and the question about unsaved text above the form. */
function Pane({ rowID, label, children }: PaneProps) {
  const isLeaving = useAddresses((store) => store.leavingBook);
  return (
    <SidePanel isWide label={label} rowID={rowID} onClose={closePane} testID="address-pane">
      {isLeaving ? <Leaving /> : null}
      {children}
    </SidePanel>
  );
}

/** The address in hand, for reading; Enter opens its form. */
function InHand({ panel }: { readonly panel: KeptPanel }) {
  const { t } = useTranslation();
  const book = useAddresses((store) => store.book);
  const at = useAddresses((store) => store.bookAt);
  const open = useAddresses((store) => store.openBookPane);
  const isNarrow = useIsNarrow();
  // Arrows come first: the panel is drawn when the list is.
  const address = useDeferredValue(
    addressAt(book, Math.min(at, Math.max(0, (book?.total ?? 0) - 1))),
  );
  if (address === undefined || isNarrow || !panel.isOn) return null;
  const close = (): void => {
    panel.show(false);
    leavePanel();
  };
  return (
    <SidePanel label={address.name} rowID={address.id} onClose={close} testID="address-pane">
      <section className={styles["open"]} data-testid="address-in-hand">
        <h2>{address.name}</h2>
        <div className={styles["top"]}>
          <Button
            rank="primary"
            keyName="Enter"
            onPress={() => open({ show: "address", id: address.id })}
          >
            {t("addresses.edit")}
          </Button>
          <More address={address} />
        </div>
        <p>
          <b>{placeText(address)}</b>
          {[
            [address.address1, address.address2].filter(Boolean).join(", "),
            phoneText(address.phone),
            address.email,
          ]
            .filter((line) => line !== "")
            .map((line) => (
              <span key={line} className={styles["line"]}>
                {line}
              </span>
            ))}
        </p>
        <p className={styles["soft"]}>
          {address.shipments === 0
            ? t("addresses.notUsed")
            : t("addresses.usesLong", { count: address.shipments })}
        </p>
      </section>
    </SidePanel>
  );
}

/** The rare commands for the address in hand, and its deletion. */
function More({ address }: { readonly address: BookAddress }) {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const { makeDefault, removeAddress } = useAddresses.getState();
  const defaults = kind === "recipient" ? [] : missingDefaults(address);
  return (
    <MenuButton label={t("list.more")} testID="address-more">
      {defaults.length === 0 ? null : (
        <MenuCommands
          label={t("list.commands")}
          commands={defaults.map((name) => ({
            name,
            words: t(`addresses.makeDefault.${name}`),
            run: () => void makeDefault(address.id, name),
          }))}
        />
      )}
      <MenuCommands
        label={t("addresses.remove")}
        commands={[
          {
            name: "remove",
            words: t("addresses.remove"),
            run: () => void removeAddress(address),
            danger: true,
          },
        ]}
      />
    </MenuButton>
  );
}

function OpenAddress() {
  const { t } = useTranslation();
  const kind = useAddresses((store) => store.bookKind);
  const isNew = useAddresses((store) => store.bookPane.show === "new");
  const address = useAddresses(openAddressOf);
  const saving = useAddresses((store) => store.savingAddress);
  const save = useAddresses((store) => store.saveAddress);
  const remove = useAddresses((store) => store.removeAddress);
  const keepDraft = useAddresses((store) => store.keepBookDraft);
  const hasUndo = useAddresses((store) => store.bookUndo !== null);
  if (!isNew && address === null) return <p className={styles["soft"]}>{t("addresses.gone")}</p>;
  const title = address === null ? t(`addresses.new.${kind}`) : address.name;

  return (
    <section aria-label={title} className={styles["open"]} data-testid="open-address">
      <h2>{title}</h2>
      {address === null || address.shipments === 0 ? null : (
        <p className={styles["soft"]}>{t("addresses.usesLong", { count: address.shipments })}</p>
      )}
      <AddressForm
        key={address?.id ?? "new"}
        label={title}
        start={address === null ? EMPTY_DRAFT : draftOf(address)}
        kind={kind}
        saveWords={t("addresses.save")}
        isSaving={saving.step === "saving"}
        failure={saving.step === "failed" ? saving.failure : null}
        onSave={(body) => void save(address?.id ?? null, body)}
        typed={useAddresses.getState().bookDraft}
        onDraft={keepDraft}
        focusNow
      >
        <span role="status">
          {saving.step === "saved" ? <Mark tone="ok">{t("addresses.saved")}</Mark> : null}
        </span>
        {address === null ? null : (
          <Button onPress={() => void remove(address)} {...(hasUndo ? {} : { keyName: "F8" })}>
            {t("addresses.remove")}
          </Button>
        )}
      </AddressForm>
      {address === null || kind === "recipient" ? null : <Defaults address={address} />}
    </section>
  );
}

/** Returns the roles for which the address is not the default. */
function missingDefaults(address: BookAddress): readonly ("sender" | "return" | "invoice")[] {
  return (
    [
      ["sender", address.isDefaultSenderAddress],
      ["return", address.isDefaultReturnAddress],
      ["invoice", address.isInvoiceAddress],
    ] as const
  ).flatMap(([what, is]) => (is ? [] : [what]));
}

/** Buttons that make the address the default for the roles that it does not have yet. */
function Defaults({ address }: { readonly address: BookAddress }) {
  const { t } = useTranslation();
  const makeDefault = useAddresses((store) => store.makeDefault);
  const offers = missingDefaults(address);
  if (offers.length === 0) return null;
  return (
    <div className={styles["top"]}>
      {offers.map((what) => (
        <Button key={what} small onPress={() => void makeDefault(address.id, what)}>
          {t(`addresses.makeDefault.${what}`)}
        </Button>
      ))}
    </div>
  );
}

function Leaving() {
  const { t } = useTranslation();
  const leave = useAddresses((store) => store.leaveBook);
  const discard = useAddresses((store) => store.discardBook);
  useFocusBack();
  return (
    <Panel
      tone="ask"
      title={t("addresses.leaving.title")}
      alert
      testID="leaving-address"
      commands={
        <>
          <Button focusNow onPress={() => leave(false)} keyName="Esc">
            {t("addresses.leaving.stay")}
          </Button>
          <Button danger onPress={discard}>
            {t("addresses.leaving.discard")}
          </Button>
        </>
      }
    >
      <p>{t("addresses.leaving.text")}</p>
    </Panel>
  );
}
