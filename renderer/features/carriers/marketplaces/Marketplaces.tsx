/**
 * Section of Settings: the connected marketplaces, when each is asked for prices, the balances
 * there, and the form that connects another one.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteProviderAccount } from "../../../../core/shipping/accounts/accounts.api.ts";
import type { ConnectionKindSchema } from "../../../../core/shipping/carriers/connection.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useShared } from "../../../store/shared.ts";
import { ActFailure } from "../../../ui/ActForm.tsx";
import rows from "../../../ui/Rows.module.css";
import section from "../../../ui/Section.module.css";
import { useAct } from "../../../ui/use-act.ts";
import { isSeller } from "../connections/connection-texts.ts";
import { MarketplaceRow } from "./MarketplaceRow.tsx";
import { NewMarketplace } from "./NewMarketplace.tsx";

type MarketplacesProps = {
  /** Kinds of connections; empty for members who may not connect accounts. */
  readonly kinds: readonly ConnectionKindSchema[];
  /** The account whose connection was shown before; its button takes the focus. */
  readonly left: string | null;
  readonly onConnection: (accountID: string) => void;
};

/** Reads the marketplaces on mount. */
export function Marketplaces({ kinds, left, onConnection }: MarketplacesProps) {
  const { t } = useTranslation();
  const list = useShared((store) => store.marketplaces);
  const load = useShared((store) => store.loadMarketplaces);
  const loadDesk = useShared((store) => store.loadDesk);
  const act = useAct();
  /** The marketplace that was connected last; it is checked at once. */
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => void load(), [load]);
  const remove = (id: string): void =>
    void act
      .run(() => call(deleteProviderAccount, { params: { providerAccountID: id }, query: {} }))
      .finally(() => void Promise.all([load(), loadDesk()]));
  const kind = kinds.find(isSeller);
  return (
    <>
      <section
        className={section["section"]}
        aria-label={t("marketplaces.title")}
        data-testid="marketplaces"
      >
        <h2>{t("marketplaces.title")}</h2>
        <p>{t("marketplaces.lead")}</p>
        {list.length === 0 ? <p>{t("marketplaces.none")}</p> : null}
        <ul className={rows["rows"]}>
          {list.map((one) => (
            <MarketplaceRow
              key={one.accountID}
              marketplace={one}
              isNew={one.accountID === added}
              wasLeft={one.accountID === left}
              isEditable={kind !== undefined}
              onConnection={() => onConnection(one.accountID)}
              onRemove={() => remove(one.accountID)}
            />
          ))}
        </ul>
        <ActFailure act={act} />
      </section>
      {kind === undefined ? null : (
        <NewMarketplace
          kind={kind}
          onAdded={async (id) => {
            await load();
            setAdded(id);
          }}
        />
      )}
    </>
  );
}
