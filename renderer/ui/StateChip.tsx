/**
 * A shipment's state as a chip: shape, word and colour from one table, the same on all screens.
 */
import {
  Ban,
  Banknote,
  Boxes,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleX,
  ClockAlert,
  Forklift,
  Hourglass,
  House,
  Megaphone,
  Package,
  PackageX,
  Pause,
  Printer,
  SearchX,
  Truck,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Reason } from "../../core/shipping/board/board.schema.ts";
import {
  stateName,
  type StateName,
  type Stated,
} from "../../core/shipping/shipments/shipment-state.schema.ts";
import { stateKey } from "./state-words.ts";
import styles from "./StateChip.module.css";

/** `plain`: nothing has happened yet; `over`: nothing will happen any more. */
type Colour = "plain" | "info" | "ok" | "attention" | "stop" | "over";
type Look = { readonly Shape: LucideIcon; readonly colour: Colour };

const STATES: Readonly<Record<StateName, Look>> = {
  CREATED: { Shape: CircleDashed, colour: "plain" },
  GOT_OFFERS: { Shape: Package, colour: "plain" },
  HELD: { Shape: Pause, colour: "attention" },
  OFFER_ACCEPTED: { Shape: Hourglass, colour: "info" },
  TRACKING_CODE_CREATED: { Shape: CircleDot, colour: "info" },
  LABEL_PRINTED: { Shape: Printer, colour: "info" },
  ANNOUNCED: { Shape: Megaphone, colour: "info" },
  HANDED_OVER: { Shape: Forklift, colour: "info" },
  SHIPPED: { Shape: Truck, colour: "info" },
  OUT_FOR_DELIVERY: { Shape: House, colour: "info" },
  DAMAGED: { Shape: PackageX, colour: "stop" },
  DELIVERED: { Shape: CircleCheck, colour: "ok" },
  FAILED: { Shape: CircleX, colour: "stop" },
  LOST: { Shape: SearchX, colour: "stop" },
  RETURNED: { Shape: Undo2, colour: "attention" },
  RETURN_SHIPPED: { Shape: Undo2, colour: "info" },
  CANCELED: { Shape: Ban, colour: "over" },
};

/** Reasons why a parcel on its way needs a person. */
const REASONS = {
  LOST: STATES.LOST,
  DAMAGED: STATES.DAMAGED,
  UNDELIVERABLE: STATES.FAILED,
  RETURNED: STATES.RETURNED,
  LATE: { Shape: ClockAlert, colour: "attention" },
  STUCK: { Shape: Hourglass, colour: "attention" },
  UNREPORTED: { Shape: Hourglass, colour: "plain" },
} as const satisfies Record<Reason, Look>;

/** Facts that a chip next to the state names. */
const FACTS = {
  return: { Shape: Undo2, colour: "info" },
  cash: { Shape: Banknote, colour: "plain" },
  box: { Shape: Boxes, colour: "info" },
} as const satisfies Record<string, Look>;

/** Shows the state. A return has its own shape and words in every state. */
export function StateChip(stated: Stated) {
  const { t } = useTranslation();
  const { Shape, colour } = STATES[stateName(stated)];
  return (
    <Chip Shape={stated.isReturn ? Undo2 : Shape} colour={colour}>
      {t(stateKey(stated))}
    </Chip>
  );
}

/** Shows why a parcel needs attention. */
export function ReasonChip({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation();
  return <Chip {...REASONS[reason]}>{t(`tracking.reason.${reason}`)}</Chip>;
}

/** Shows a fact next to a state, such as "Cash on delivery". */
export function FactChip({
  fact,
  children,
}: {
  readonly fact: keyof typeof FACTS;
  readonly children: ReactNode;
}) {
  return <Chip {...FACTS[fact]}>{children}</Chip>;
}

function Chip({ Shape, colour, children }: Look & { readonly children: ReactNode }) {
  return (
    <span className={`${styles["chip"]} ${styles[colour]}`}>
      <Shape size={14} strokeWidth={2.25} aria-hidden="true" />
      <span className={styles["words"]}>{children}</span>
    </span>
  );
}
