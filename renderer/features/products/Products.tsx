/** The view Products: the searched table, and next to it a product, a new one, or an import. */
import { useEffect, type KeyboardEvent } from "react";
import { SearchX, Tags } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Product } from "../../../core/shipping/products/products.schema.ts";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { SearchField } from "../../ui/list/SearchField.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFocusBack } from "../../ui/use-focus-back.ts";
import { View } from "../../ui/View.tsx";
import { ProductForm } from "./ProductForm.tsx";
import { ProductImport } from "./ProductImport.tsx";
import styles from "./Products.module.css";
import type { ProductPane } from "./products.slice.ts";
import { useProducts } from "./use-products.ts";

const SEARCH_ID = "product-search";

/** Reads the list on mount. */
export function Products() {
  const { t } = useTranslation();
  const load = useProducts((store) => store.loadProducts);
  const failure = useProducts((store) => store.productFailure);
  const pane = useProducts((store) => store.productPane);
  useEffect(() => void load(), [load]);
  return (
    <View title={t("products.title")} lead={t("products.lead")} wide>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      <div className={styles["parts"]} data-open={pane.show !== "none"}>
        <div className={styles["list"]}>
          <Tools />
          <List />
        </div>
        {pane.show === "none" ? null : <Pane pane={pane} />}
      </div>
    </View>
  );
}

type PaneProps = { readonly pane: ProductPane };

/** A product, a new one, or an import; closed, the focus returns to where it was. */
function Pane({ pane }: PaneProps) {
  useFocusBack();
  return (
    <div className={styles["pane"]} data-testid="product-pane">
      {pane.show === "import" ? (
        <ProductImport />
      ) : (
        <ProductForm
          key={pane.show === "product" ? pane.product.id : "new"}
          product={pane.show === "product" ? pane.product : null}
        />
      )}
    </div>
  );
}

/** Search, the filter for shared barcodes, and the commands; Enter opens the first product. */
function Tools() {
  const { t } = useTranslation();
  const search = useProducts((store) => store.productSearch);
  const list = useProducts((store) => store.productList);
  const find = useProducts((store) => store.searchProducts);
  const only = useProducts((store) => store.onlyConflicts);
  const listConflicts = useProducts((store) => store.listConflicts);
  const open = useProducts((store) => store.openProductPane);
  const first = list?.rows[0];
  return (
    <div className={styles["top"]}>
      <SearchField
        id={SEARCH_ID}
        label={t("products.search")}
        hint={t("products.search")}
        value={search}
        onChange={(text) => void find(text)}
        onEnter={() => first !== undefined && open({ show: "product", product: first })}
        onDown={() => focusRow(0)}
      />
      <Button onPress={() => void listConflicts(!only)}>
        {t(only ? "products.showAll" : "products.showConflicts")}
      </Button>
      <Button keyName="F7" onPress={() => open({ show: "import" })}>
        {t("products.import.open")}
      </Button>
      <Button keyName="F2" onPress={() => open({ show: "new" })}>
        {t("products.new")}
      </Button>
    </div>
  );
}

function List() {
  const { t } = useTranslation();
  const list = useProducts((store) => store.productList);
  const isSearched = useProducts((store) => store.productSearch !== "" || store.onlyConflicts);
  const more = useProducts((store) => store.loadMoreProducts);
  if (list === null) return <p role="status">{t("products.reading")}</p>;
  if (list.total === 0)
    return (
      <Blank
        Icon={isSearched ? SearchX : Tags}
        text={t(isSearched ? "products.notFound" : "products.blank")}
        testID="products-blank"
      />
    );
  return (
    <>
      <p role="status" className={styles["count"]} data-testid="product-count">
        {t("products.count", { count: list.total })}
      </p>
      <table className={styles["table"]} data-testid="products">
        <thead>
          <tr>
            {(["stockCode", "name", "barcodes", "weight", "size", "shelf"] as const).map((name) => (
              <th key={name} scope="col" className={name === "weight" ? styles["number"] : ""}>
                {t(`products.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrow}>
          {list.rows.map((product) => (
            <Row key={product.id} product={product} />
          ))}
        </tbody>
      </table>
      {list.rows.length < list.total ? (
        <Button onPress={() => void more()}>
          {t("products.more", { count: list.total - list.rows.length })}
        </Button>
      ) : null}
    </>
  );
}

function Row({ product }: { readonly product: Product }) {
  const { t } = useTranslation();
  const open = useProducts((store) => store.openProductPane);
  const isOpen = useProducts(
    ({ productPane: pane }) => pane.show === "product" && pane.product.id === product.id,
  );
  const { lengthMm, widthMm, heightMm, weightGrams } = product;
  const sides = [lengthMm, widthMm, heightMm];
  return (
    <tr aria-selected={isOpen} data-testid="product">
      <td>
        <button
          type="button"
          className={styles["open"]}
          data-row=""
          onClick={() => open({ show: "product", product })}
        >
          {product.stockCode}
        </button>
      </td>
      <td>{product.title}</td>
      <td>
        {product.barcodes.join(", ")}
        {product.conflicts.length === 0 ? null : (
          <Mark tone="attention">
            {t("products.conflict", { codes: product.conflicts.join(", ") })}
          </Mark>
        )}
      </td>
      <td className={styles["number"]}>{weightGrams === 0 ? "" : `${weightGrams} g`}</td>
      <td>{sides.includes(0) ? "" : `${sides.map((mm) => mm / 10).join(" × ")} cm`}</td>
      <td>{product.shelf}</td>
    </tr>
  );
}

function rowButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-row]")];
}

function focusRow(index: number): void {
  rowButtons()[index]?.focus();
}

/** Moves the focus between the rows; arrow up in the first row goes back to the search. */
function moveByArrow(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const rows = rowButtons();
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  const to = at + (event.key === "ArrowDown" ? 1 : -1);
  if (to < 0) document.getElementById(SEARCH_ID)?.focus();
  else rows[Math.min(to, rows.length - 1)]?.focus();
}
