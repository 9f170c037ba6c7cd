/**
 * The parts of the API's answers that the screen reads, until the core's schemas are imported in their place.
 * Money and measures are decimal strings, instants RFC 3339.
 */
export type Address = {
  readonly name: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2: string;
  readonly districtName: string;
  readonly cityName: string;
  readonly countryCode: string;
};

export type Item = { readonly id: string; readonly title: string; readonly variantTitle: string; readonly quantity: number; readonly sku: string };

export type Offer = {
  readonly id: string;
  readonly totalAmount: string;
  readonly currency: string;
  readonly providerCode: string;
  readonly providerServiceCode: string;
  /** Nanoseconds; 0 when the carrier promises nothing. */
  readonly averageEstimatedTime: number;
  readonly isProviderAccountOffer: boolean;
};

export type Offers = {
  readonly list: readonly Offer[];
  readonly cheapest: Offer | null;
  readonly fastest: Offer | null;
  readonly percentageCompleted: number;
};

export type ShipmentStatus =
  | "CREATED"
  | "GOT_OFFERS"
  | "OFFER_ACCEPTED"
  | "TRACKING_CODE_CREATED"
  | "LABEL_PRINTED"
  | "SHIPPED"
  | "DELIVERED"
  | "CANCELED"
  | "RETURNED"
  | "RETURN_SHIPPED"
  | "FAILED";

export type Shipment = {
  readonly id: string;
  readonly organizationShipmentID: number;
  readonly statusCode: ShipmentStatus;
  readonly test: boolean;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly distanceUnit: string;
  readonly weight: string;
  readonly massUnit: string;
  readonly desi: string;
  readonly totalAmount: string;
  readonly currency: string;
  readonly barcode: string;
  readonly providerServiceCode: string;
  readonly productPaymentOnDelivery: boolean;
  readonly recipientAddress: Address | null;
  readonly order: { readonly orderNumber: string; readonly totalAmount: string; readonly totalAmountCurrency: string } | null;
  readonly items: readonly Item[];
  readonly offers: Offers | null;
};

export type Transaction = {
  readonly id: string;
  readonly offerID: string;
  readonly totalAmount: string;
  readonly currency: string;
  readonly oldBalance: string;
  readonly newBalance: string;
  readonly shipment: Shipment;
};

export type PrintJobStatus = "QUEUED" | "SENDING" | "SENT" | "CONFIRMED" | "FAILED" | "UNKNOWN";

export type PrintJob = {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly shipmentID: string;
  readonly barcode: string;
  readonly printerID: string | null;
  readonly printerName: string;
  readonly status: PrintJobStatus;
  readonly attempts: number;
  /** Empty when nothing went wrong. */
  readonly lastError: string;
  readonly sentAt: string | null;
  readonly confirmedAt: string | null;
  readonly isReprint: boolean;
};

export type PrinterState = "ready" | "paper out" | "head open" | "paused" | "unreachable" | "fault" | "busy" | "unknown";

export type Printer = {
  readonly id: string;
  readonly name: string;
  readonly driver: "tcp" | "file";
  readonly host: string;
  readonly port: number;
  readonly dpi: number;
};

export type Desk = {
  readonly organization: { readonly id: string; readonly name: string };
  readonly member: { readonly id: string; readonly name: string; readonly role: string };
  /** The ledger, holds included. */
  readonly balance: string;
  /** What can be spent now. */
  readonly available: string;
  readonly currency: string;
  readonly waiting: number;
  readonly testMode: boolean;
  readonly labelPrinter: { readonly id: string; readonly name: string; readonly state: PrinterState; readonly message: string } | null;
  readonly queued: number;
  readonly unknown: number;
};

export type MissingOffer = {
  readonly providerCode: string;
  readonly providerServiceCode: string;
  readonly name: string;
  readonly reason: string;
};

export type OpenedOrder = {
  readonly shipment: Shipment;
  readonly missing: readonly MissingOffer[];
  /** Service code → the name people know: "Sürat Standart". */
  readonly serviceNames: Readonly<Record<string, string>>;
  readonly printJobs: readonly PrintJob[];
};

export type WaitingOrder = {
  readonly shipmentID: string;
  readonly orderNumber: string;
  readonly shipmentNumber: number;
  readonly recipientName: string;
  readonly districtName: string;
  readonly cityName: string;
  readonly weight: string;
  readonly desi: string;
  readonly createdAt: string;
};

export type ImportResult = {
  readonly fileName: string;
  readonly rows: number;
  readonly added: number;
  /** Rows that were imported before. */
  readonly known: number;
  readonly rejected: readonly { readonly line: number; readonly column: string; readonly value: string; readonly reason: string }[];
};

export type ParcelTemplate = {
  readonly id: string;
  readonly name: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
  readonly distanceUnit: string;
};
