/** A small picture of the label as it prints, so that the packer can compare it with the paper. */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Media } from "../../../../core/db/documents/media.schema.ts";
import { getLabelPicture } from "../../../../core/labels/labels.api.ts";
import type { Dpi } from "../../../../core/labels/labels.schema.ts";
import { listPrinters } from "../../../../core/printing/printers.api.ts";
import { call } from "../../../lib/bridge.ts";
import styles from "./LabelPicture.module.css";

type Picture =
  | { readonly step: "loading" }
  | { readonly step: "drawn"; readonly dataURL: string }
  | { readonly step: "failed" };
type LabelPictureProps = {
  readonly shipmentID: string;
  readonly barcode: string;
  readonly children?: ReactNode;
};

/**
 * Highest resolution of the picture, also for a 600 dpi printer: sharp enough on the screen, and
 * drawn eight times as fast.
 */
const FINEST_DPI = 300;

/**
 * Returns the label printer's paper and density, at most FINEST_DPI; without a label printer, a
 * default density only.
 */
async function paperOfLabelPrinter(): Promise<Partial<Media> & { readonly dpi: Dpi }> {
  const { list, roles } = await call(listPrinters);
  const printer = list.find(({ id }) => id === roles.label);
  if (printer === undefined) return { dpi: 203 };
  const { widthMm, heightMm, dpi } = printer;
  return { widthMm, heightMm, dpi: dpi === 600 ? FINEST_DPI : dpi };
}

/**
 * Shows the label's picture above its barcode. When the picture cannot be drawn, shows a line of
 * text instead.
 *
 * @param children Shown below the barcode.
 */
export function LabelPicture({ shipmentID, barcode, children }: LabelPictureProps) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<Picture>({ step: "loading" });

  useEffect(() => {
    let shown = true;
    setPicture({ step: "loading" });
    paperOfLabelPrinter()
      .then((query) => call(getLabelPicture, { params: { shipmentID }, query }))
      .then(({ dataURL }) => shown && setPicture({ step: "drawn", dataURL }))
      .catch(() => shown && setPicture({ step: "failed" }));
    return () => {
      shown = false;
    };
  }, [shipmentID]);

  return (
    <figure className={styles["label"]}>
      {picture.step === "drawn" ? (
        <Dots
          dataURL={picture.dataURL}
          words={t("done.picture", { barcode })}
          onBroken={() => setPicture({ step: "failed" })}
        />
      ) : null}
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

/**
 * Draws the picture on a canvas. The browser engine frees a canvas's pixels at once, but keeps the
 * pixels of an image element (four MB per label) long after the element was removed.
 */
function Dots({
  dataURL,
  words,
  onBroken,
}: {
  readonly dataURL: string;
  readonly words: string;
  readonly onBroken: () => void;
}) {
  const place = useRef<HTMLCanvasElement>(null);
  const broken = useEffectEvent(onBroken);

  useEffect(() => {
    const canvas = place.current;
    let shown = true;
    bitmapOf(dataURL)
      .then((bitmap) => {
        if (shown && canvas !== null) {
          canvas.width = bitmap.width;
          canvas.height = bitmap.height;
          canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
        }
        bitmap.close();
      })
      .catch(() => shown && broken());
    return () => {
      shown = false;
      if (canvas !== null) canvas.width = canvas.height = 0;
    };
  }, [dataURL]);

  return <canvas ref={place} role="img" aria-label={words} />;
}

/** Decodes a picture. @param dataURL Data URL of a PNG, in base64. */
async function bitmapOf(dataURL: string): Promise<ImageBitmap> {
  const letters = atob(dataURL.slice(dataURL.indexOf(",") + 1));
  return createImageBitmap(
    new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))], { type: "image/png" }),
  );
}
