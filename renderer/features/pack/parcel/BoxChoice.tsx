/**
 * The station's boxes, in view while the order's measures can be changed: F3 and a digit, or a
 * press, chooses one.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { leaveScanField } from "../../../lib/focus.ts";
import { Kbd } from "../../../ui/Kbd.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import styles from "./BoxChoice.module.css";
import { chooseTemplate } from "../order-commands.ts";
import { usePack } from "../use-pack.ts";

/** The number of digits that can choose a box. */
const MOST = 9;

type BoxChoiceProps = { readonly choosing: boolean; readonly shipmentID: string };

/**
 * Shows the first nine of the station's boxes.
 *
 * @param choosing Whether a digit chooses a box now.
 * @returns null without boxes.
 */
export function BoxChoice({ choosing, shipmentID }: BoxChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const templates = usePack((store) => store.templates);
  const chosen = usePack((store) =>
    store.box?.shipmentID === shipmentID ? store.box.templateID : null,
  );
  const boxes = useRef<HTMLDivElement>(null);
  const hint = useRef<HTMLParagraphElement>(null);
  // When the halves are stacked, the boxes may be out of view, also after the type was enlarged.
  // Scrolls to the hint below the boxes first and then to the boxes, which must be visible if not
  // everything fits.
  useEffect(() => {
    if (!choosing) return;
    // The digits choose a box, and are not typed after what the scan field has.
    leaveScanField();
    const show = (): void =>
      [hint.current, boxes.current?.lastElementChild, boxes.current?.firstElementChild].forEach(
        (part) => part?.scrollIntoView({ block: "nearest" }),
      );
    show();
    addEventListener("resize", show);
    return () => removeEventListener("resize", show);
  }, [choosing]);
  if (templates.length === 0) return null;
  return (
    <>
      <div
        ref={boxes}
        className={styles["boxes"]}
        role="group"
        aria-label={t("parcel.templates")}
        data-choosing={choosing}
        data-testid="boxes"
      >
        {templates.slice(0, MOST).map((template, index) => (
          <button
            key={template.id}
            type="button"
            className={styles["box"]}
            aria-pressed={template.id === chosen}
            title={`${[template.length, template.width, template.height].map((side) => format.measure(side)).join(" × ")} ${template.distanceUnit}`}
            onClick={() => chooseTemplate(index)}
          >
            {/* Without F3, a digit chooses an offer. */}
            {choosing ? <Kbd>{String(index + 1)}</Kbd> : null}
            <span>{template.name}</span>
          </button>
        ))}
      </div>
      {choosing ? (
        <p ref={hint} role="status" className={styles["hint"]}>
          {t("desk.box.hint")}
        </p>
      ) : null}
    </>
  );
}
