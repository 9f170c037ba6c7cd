/**
 * Groups of addresses that are probably duplicates; the user chooses which address of a group to
 * keep.
 */
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { placeText } from "../../ui/address/address-draft.ts";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Lists the groups; the most used address of a group comes first. */
export function Duplicates() {
  const { t } = useTranslation();
  const groups = useAddresses((store) => store.duplicates);
  const failure = useAddresses((store) => store.duplicatesFailure);
  const merge = useAddresses((store) => store.mergeInto);
  return (
    <section
      aria-label={t("addresses.duplicates.title")}
      className={styles["open"]}
      data-testid="duplicates"
    >
      <h2>{t("addresses.duplicates.title")}</h2>
      <p className={styles["soft"]}>{t("addresses.duplicates.lead")}</p>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {groups === null && failure === null ? <p role="status">{t("addresses.reading")}</p> : null}
      {groups?.length === 0 ? <p>{t("addresses.duplicates.none")}</p> : null}
      {(groups ?? []).map(({ why, addresses }, at) => (
        <div
          key={addresses[0]?.id}
          className={styles["group"]}
          role="group"
          aria-label={t(`addresses.duplicates.why.${why}`)}
        >
          <p>{t(`addresses.duplicates.why.${why}`)}</p>
          <ul>
            {addresses.map((address, i) => (
              <li key={address.id} className={styles["twin"]}>
                <span>
                  <b>{address.name}</b>
                  <span>{`${address.address1}, ${placeText(address)}`}</span>
                  <span
                    className={styles["soft"]}
                  >{`${phoneText(address.phone)} · ${address.shipments === 0 ? t("addresses.notUsed") : t("addresses.uses", { count: address.shipments })}`}</span>
                </span>
                <Button
                  small
                  focusNow={at === 0 && i === 0}
                  onPress={() => void merge(address.id)}
                  label={t("addresses.duplicates.keepName", {
                    name: address.name,
                    place: address.address1,
                  })}
                >
                  {t("addresses.duplicates.keep")}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
