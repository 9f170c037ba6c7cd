/** Couriers of carriers that collect parcels: ordered once a day for an account. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listPickups, orderPickup } from "../../../core/fulfilment/pickups/pickups.api.ts";
import type { PickupAccount } from "../../../core/fulfilment/pickups/pickups.schema.ts";
import { call } from "../../lib/bridge.ts";
import { readWeight } from "../../lib/measures.ts";
import { ActForm } from "../../ui/ActForm.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useAct } from "../../ui/use-act.ts";
import { useEscCloses } from "../../ui/use-esc-closes.ts";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import styles from "./Announcements.module.css";

const TONES = {
  ASKING: "info",
  ORDERED: "ok",
  REFUSED: "stop",
  UNCERTAIN: "attention",
  UNREACHED: "attention",
} as const;

/** Shows the accounts; nothing when no carrier sends a courier. */
export function Couriers() {
  const { t } = useTranslation();
  const read = useLoaded(() => call(listPickups));
  const [opened, setOpened] = useState<string | null>(null);
  if (read.failure !== null) return <FailureText failure={read.failure} />;
  const accounts = read.value ?? [];
  if (accounts.length === 0) return null;
  const close = (): void => {
    setOpened(null);
    void read.reload();
  };
  const open = accounts.find(({ accountID }) => accountID === opened);
  return (
    <section
      className={styles["section"]}
      aria-labelledby="announcing-couriers"
      data-testid="couriers"
    >
      <h2 id="announcing-couriers">{t("announcements.couriers.title")}</h2>
      <p>{t("announcements.couriers.lead")}</p>
      <table className={styles["table"]} aria-labelledby="announcing-couriers">
        <thead>
          <tr>
            <th scope="col">{t("announcements.account")}</th>
            <th scope="col">{t("announcements.couriers.at")}</th>
            <th scope="col">{t("announcements.couriers.waiting")}</th>
            <th scope="col">{t("announcements.couriers.today")}</th>
            <th scope="col">
              <span className="hidden">{t("announcements.acts")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <Row
              key={account.accountID}
              account={account}
              onOpen={() => setOpened(account.accountID)}
            />
          ))}
        </tbody>
      </table>
      {open === undefined ? null : <OrderForm account={open} onClose={close} />}
    </section>
  );
}

function Row({
  account,
  onOpen,
}: {
  readonly account: PickupAccount;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { accountName, pickupAt, pieces, weight, today } = account;
  const carrierWords = [today?.reference ?? "", today?.words ?? ""].filter(Boolean).join(" · ");
  const command = t("announcements.couriers.order");
  return (
    <tr data-testid={`courier-${accountName}`}>
      <th scope="row">{accountName}</th>
      <td>{pickupAt === "" ? t("announcements.couriers.byHand") : pickupAt}</td>
      <td>{t("announcements.couriers.parcels", { count: pieces, kg: format.measure(weight) })}</td>
      <td>
        {today === null ? (
          t("announcements.couriers.none")
        ) : (
          <>
            <Mark tone={TONES[today.state]}>
              {t(`announcements.couriers.state.${today.state}`)}
            </Mark>
            {carrierWords === "" ? null : ` ${carrierWords}`}
          </>
        )}
      </td>
      <td data-number>
        {today?.state === "ORDERED" || today?.state === "ASKING" ? null : (
          <Button small label={`${command}: ${accountName}`} onPress={onOpen}>
            {command}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Reads a weight in kg; undefined for another text. */
function weightOf(text: string): string | undefined {
  const read = readWeight(text);
  return read !== undefined && "weight" in read ? read.weight : undefined;
}

type OrderFormProps = { readonly account: PickupAccount; readonly onClose: () => void };

/** Asks for the number and the weight of the parcels. Esc closes it. */
function OrderForm({ account, onClose }: OrderFormProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [pieces, setPieces] = useState(String(Math.max(1, account.pieces)));
  const [weight, setWeight] = useState(account.weight);
  const [isTried, setTried] = useState(false);
  useEscCloses(onClose);
  useFocusBack();
  const isCount = /^[1-9]\d{0,3}$/.test(pieces.trim());
  const kg = weight.trim() === "0" ? "0" : weightOf(weight);
  const submit = (): void => {
    setTried(true);
    if (!isCount || kg === undefined) return;
    void act
      .run(() =>
        call(orderPickup, {
          body: { accountID: account.accountID, pieces: Number(pieces), weight: Number(kg) },
        }),
      )
      .then((isDone) => {
        if (isDone) onClose();
      });
  };
  return (
    <div className={styles["open"]}>
      <ActForm
        title={t("announcements.couriers.formTitle", { account: account.accountName })}
        command={t("announcements.couriers.order")}
        act={act}
        onSubmit={submit}
      >
        <Field
          label={t("announcements.couriers.pieces")}
          value={pieces}
          onChange={setPieces}
          numeric
          focusNow
          wrong={isTried && !isCount ? t("announcements.couriers.piecesWrong") : null}
        />
        <Field
          label={t("announcements.couriers.weight")}
          value={weight}
          onChange={setWeight}
          numeric
          hint={t("announcements.couriers.weightHint")}
          wrong={isTried && kg === undefined ? t("announcements.couriers.weightWrong") : null}
        />
      </ActForm>
    </div>
  );
}
