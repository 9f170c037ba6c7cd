/** Serves /station/products. */
import { serve, type Route } from "../route.ts";
import { callersCheck } from "../imports/check-caller.ts";
import { learnBarcode } from "./learn-barcode.ts";
import * as filesApi from "./product-files.api.ts";
import type { ProductFiles } from "./product-files.ts";
import * as api from "./products.api.ts";
import { readProductSettings, updateProductSettings } from "./product-settings.ts";
import { deleteProduct, getProduct, listProducts, saveProduct } from "./products.service.ts";

export const productRoutes: readonly Route[] = [
  serve(api.listProducts, ({ deps, actor, callersReader }, { query }) =>
    listProducts({ ...deps, reader: callersReader() }, actor, query),
  ),
  serve(api.getProductSettings, ({ deps, actor }) => readProductSettings(deps, actor)),
  serve(api.updateProductSettings, ({ deps, actor }, { body }) =>
    updateProductSettings(deps, actor, body),
  ),
  serve(api.learnBarcode, ({ deps, actor }, { body }) => learnBarcode(deps, actor, body), {
    repeat: "again",
  }),
  serve(api.getProduct, ({ deps, actor }, { params }) => getProduct(deps, actor, params.productID)),
  serve(api.saveProduct, ({ deps, actor }, { body }) => saveProduct(deps, actor, body)),
  serve(api.deleteProduct, ({ deps, actor }, { params }) =>
    deleteProduct(deps, actor, params.productID),
  ),
];

/** Creates the routes of product files. @param files Reads them in a separate thread. */
export const productFileRoutes = (files: ProductFiles): readonly Route[] => [
  serve(
    filesApi.checkProductFile,
    ({ deps, actor, bytes, ...caller }) =>
      files.check(deps, actor, { body: bytes, checkCaller: callersCheck(caller) }),
    { repeat: "again" },
  ),
  serve(
    filesApi.takeProductFile,
    ({ deps, actor, ...caller }, { params, body }) =>
      files.take(deps, actor, params.id, {
        atMost: body.atMost,
        checkCaller: callersCheck(caller),
      }),
    { repeat: "again" },
  ),
];
