/** Balances at marketplaces, apart from the balance here. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useShared } from "../../store/shared.ts";
import { BalanceThere } from "../../ui/BalanceThere.tsx";
import styles from "./Money.module.css";

/** Age of a balance that is asked for again when Money opens, ms. */
const OLD_MS = 60_000;

/**
 * Shows the balances; asks for those that are not known yet, or are old.
 *
 * @returns null without marketplaces.
 */
export function BalancesThere() {
  const { t } = useTranslation();
  const marketplaces = useShared((store) => store.marketplaces);
  const load = useShared((store) => store.loadMarketplaces);
  const read = useShared((store) => store.readBalanceThere);
  useEffect(() => {
    void load().then(() => {
      for (const { accountID, balance } of useShared.getState().marketplaces)
        if (balance === null || Date.now() - Date.parse(balance.at) > OLD_MS)
          void read(accountID).catch(() => undefined);
    });
  }, [load, read]);
  if (marketplaces.length === 0) return null;
  return (
    <section className={styles["there"]} aria-label={t("marketplaces.balances")}>
      <h2>{t("marketplaces.balances")}</h2>
      <ul>
        {marketplaces.map((one) => (
          <li key={one.accountID}>
            <span>{one.name}</span>
            <BalanceThere marketplace={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
