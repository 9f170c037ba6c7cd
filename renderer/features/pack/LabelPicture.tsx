/** The label as it prints, small: the packer can compare it with the paper. */
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/bridge.ts";
import styles from "./LabelPicture.module.css";
import { getLabelPicture } from "../../../core/labels/labels.api.ts";

type Picture = { readonly step: "loading" } | { readonly step: "drawn"; readonly dataURL: string } | { readonly step: "failed" };
type LabelPictureProps = { readonly shipmentID: string; readonly barcode: string; readonly children?: ReactNode };

/** Enough for the eye; the printer gets its own dots. */
const DPI = 203;

export function LabelPicture({ shipmentID, barcode, children }: LabelPictureProps) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<Picture>({ step: "loading" });

  useEffect(() => {
    let shown = true;
    setPicture({ step: "loading" });
    call(getLabelPicture, { params: { shipmentID }, query: { dpi: DPI } })
      .then(({ dataURL }) => shown && setPicture({ step: "drawn", dataURL }))
      .catch(() => shown && setPicture({ step: "failed" }));
    return () => {
      shown = false;
    };
  }, [shipmentID]);

  return (
    <figure className={styles["label"]}>
      {picture.step === "drawn" ? <img src={picture.dataURL} alt={t("done.picture", { barcode })} /> : null}
      {picture.step === "loading" ? <div className={styles["blank"]} /> : null}
      <figcaption>
        {picture.step === "failed" ? <p>{t("done.noPicture")}</p> : null}
        <p>{t("done.barcode")}</p>
        <p className={styles["barcode"]} data-testid="label-barcode">
          {barcode}
        </p>
        {children}
      </figcaption>
    </figure>
  );
}
