/** Checks the requests that the simulated DHL eCommerce receives, with the public limits. */
import { z } from "zod";

const text = (most: number) => z.string().max(most);
const flag = z.union([z.literal(0), z.literal(1)]);
const reference = z.string().regex(/^[A-Z0-9_-]{1,30}$/);

const partySchema = z.strictObject({
  refCustomerId: text(40),
  cityCode: z.int().min(1).max(81),
  cityName: text(40),
  districtCode: z.int().min(1),
  districtName: text(80),
  address: z.string().min(1).max(500),
  bussinessPhoneNumber: text(10),
  email: z.string().regex(/^[^\s@]+@[^\s@]+$/, { error: "26039" }),
  taxOffice: text(40),
  taxNumber: z.string().refine(isTaxNumber, { error: "26056" }),
  fullName: z.string().min(1).max(120),
  homePhoneNumber: text(10),
  mobilePhoneNumber: z.string().regex(/^[2-58]\d{9}$/),
});
export type DhlParty = z.infer<typeof partySchema>;

const pieceSchema = z.strictObject({
  barcode: reference,
  desi: z.int().min(1),
  kg: z.int().min(1),
  content: z.string().min(1).max(200),
});
const collection = { isCOD: flag, codAmount: z.number().min(0) };

const orderParts = {
  order: z
    .strictObject({
      referenceId: reference,
      barcode: reference,
      billOfLandingId: text(30),
      ...collection,
      shipmentServiceType: z.literal(1),
      packagingType: z.int().min(1).max(4),
      content: z.string().min(1).max(200),
      smsPreference1: flag,
      smsPreference2: flag,
      smsPreference3: flag,
      paymentType: z.union([z.literal(1), z.literal(2)]),
      deliveryType: z.union([z.literal(1), z.literal(2)]),
      description: text(200),
      marketPlaceShortCode: text(20),
      marketPlaceSaleCode: text(20),
    })
    .refine(({ referenceId, barcode }) => referenceId === barcode)
    .refine(({ isCOD, codAmount }) => (isCOD === 1) === codAmount > 0)
    .refine(({ isCOD, paymentType }) => isCOD === 0 || paymentType === 1),
  orderPieceList: z.array(pieceSchema).length(1),
};

/** Bodies of the operations. */
export const DHL_BODIES = {
  token: z.strictObject({
    customerNumber: z.string(),
    password: z.string(),
    identityType: z.literal(1),
  }),
  createRecipient: z.strictObject({ recipient: partySchema }),
  createOrder: z.strictObject({ ...orderParts, recipient: partySchema }),
  createReturnOrder: z.strictObject({ ...orderParts, shipper: partySchema }),
  createbarcode: z.strictObject({
    referenceId: reference,
    billOfLandingId: text(30),
    ...collection,
    packagingType: z.int().min(1).max(4),
    printReferenceBarcodeOnError: flag,
    message: text(100),
    additionalContent1: text(100),
    additionalContent2: text(100),
    additionalContent3: text(100),
    additionalContent4: text(100),
    orderPieceList: z.array(pieceSchema).length(1),
  }),
  cancelshipment: z.strictObject({ referenceId: reference, shipmentId: z.string().min(1) }),
};

/** Checks the digits of a Turkish identity number, or the length of a company's number. */
function isTaxNumber(number: string): boolean {
  if (/^\d{10}$/.test(number)) return true;
  if (!/^[1-9]\d{10}$/.test(number)) return false;
  const digits = [...number].map(Number);
  const sumOf = (from: number, to: number, step: number): number =>
    digits.slice(from, to).reduce((sum, digit, n) => (n % step === 0 ? sum + digit : sum), 0);
  const tenth = (sumOf(0, 9, 2) * 7 - sumOf(1, 8, 2) + 100) % 10;
  return digits[9] === tenth && digits[10] === sumOf(0, 10, 1) % 10;
}

/** Returns DHL's code for a body that does not fit; 4002 unless a field has a code. */
export function bodyErrorCode(error: z.ZodError | undefined): string {
  return (
    (error?.issues ?? [])
      .map(({ message }) => message)
      .find((message) => /^\d{5}$/.test(message)) ?? "4002"
  );
}
