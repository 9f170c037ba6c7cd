/** Operations of the simulated DHL eCommerce on its orders, shipments and tokens. */
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { turkishTime } from "../../../base/turkish-day.ts";
import { movementsAnswer, shipmentAnswer, statusAnswer } from "./dhl-answers.ts";
import { dhlLabel } from "./dhl-label.ts";
import type { DHL_BODIES, DhlParty } from "./dhl-orders.ts";
import { isKnownDistrict } from "./dhl-places.ts";
import type { SimulatedParcel, SimulatedParcels } from "./parcels.ts";

/** Sample login and application's keys. */
export const LOGIN = "packbench";

type Order = {
  readonly party: DhlParty;
  readonly pieceBarcode: string;
  readonly isReturn: boolean;
  readonly createdMs: number;
  madeAt: string;
  parcel: SimulatedParcel | undefined;
  isCancelled: boolean;
};

/** State of the services. `branchMs`: time until the branch of an order is found. */
export type DhlServices = {
  readonly parcels: SimulatedParcels;
  readonly now: () => number;
  readonly orders: Map<string, Order>;
  readonly tokens: Set<string>;
  branchMs: number;
  shipments: number;
};

/** A failure with its status and code. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, words: string) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

export type Body<N extends keyof typeof DHL_BODIES> = z.infer<(typeof DHL_BODIES)[N]>;

/** Gives a token. @throws Refused for a wrong login. */
export function login(
  { tokens }: DhlServices,
  { customerNumber, password }: Body<"token">,
): unknown {
  if (customerNumber !== LOGIN || password !== LOGIN)
    refuse(401, "4010", "Müşteri numarası veya şifre hatalı.");
  const jwt = `simulated.${randomUUID()}.jwt`;
  tokens.add(jwt);
  return { jwt, refreshToken: randomUUID(), jwtExpireDate: "01.01.2099 00:00:00" };
}

/** Creates an order, or the order of a return. @throws Refused */
export function createOrder(
  { orders, now }: DhlServices,
  { order, orderPieceList }: Pick<Body<"createOrder">, "order" | "orderPieceList">,
  party: DhlParty,
  isReturn: boolean,
): unknown {
  const { referenceId } = order;
  if (orders.has(referenceId)) refuse(500, "3002", "Referans numarası ile sipariş mevcut.");
  checkPlace(party);
  const pieceBarcode = orderPieceList[0]?.barcode ?? "";
  if ([...orders.values()].some((one) => one.pieceBarcode === pieceBarcode))
    refuse(400, "40002", "Parça barkodu kullanılmış.");
  orders.set(referenceId, {
    party,
    pieceBarcode,
    isReturn,
    createdMs: now(),
    madeAt: "",
    parcel: undefined,
    isCancelled: false,
  });
  const created = {
    orderInvoiceId: String(456_764_542 + orders.size),
    orderInvoiceDetailId: "25423565",
    shipperBranchCode: "1345",
    referenceId,
  };
  return [
    isReturn
      ? { ...created, returnOrderLabelURL: `https://returns.example.test/?id=${referenceId}` }
      : created,
  ];
}

/** Makes the shipment of an order and its label, once. @throws Refused */
export function createBarcode(services: DhlServices, body: Body<"createbarcode">): unknown {
  const { referenceId } = body;
  const order = findOrder(services, referenceId);
  if (order === undefined || order.isReturn) refuse(404, "40003", "Sipariş bulunamadı.");
  if (order.madeAt !== "") refuse(400, "40004", "Sipariş faturalandırılmış.");
  if (body.orderPieceList[0]?.barcode !== order.pieceBarcode)
    refuse(400, "40005", "Parça barkodu siparişte yok.");
  if (services.now() - order.createdMs < services.branchMs)
    refuse(500, "20001", "Varış şubesi bulunamadı.");
  const shipmentId = String((services.shipments += 1));
  const barcode = `C@6B@${shipmentId.slice(3)}AA`;
  const parcel = services.parcels.add(barcode, { referenceId, orderBarcode: order.pieceBarcode });
  parcel.number = shipmentId;
  order.parcel = parcel;
  order.madeAt = new Date(services.now()).toISOString();
  const { fullName, address, cityName, districtName } = order.party;
  const value = dhlLabel({
    barcode,
    shipmentId,
    reference: referenceId,
    name: fullName,
    address,
    place: `${districtName} / ${cityName}`,
  });
  return [
    {
      referenceId,
      invoiceId: `FM${services.shipments % 1_000_000}`,
      shipmentId,
      barcodes: [{ pieceNumber: 1, value, barcode }],
    },
  ];
}

/** Cancels a shipment on its day before the first scan. @throws Refused */
export function cancelShipment(services: DhlServices, body: Body<"cancelshipment">): unknown {
  const order = findOrder(services, body.referenceId);
  const { parcel } = order ?? {};
  if (order === undefined || parcel?.number !== body.shipmentId)
    refuse(404, "40006", "Gönderi bulunamadı.");
  if (parcel.steps.length > 0) refuse(400, "40007", "Gönderi işlem görmüş, iptal edilemez.");
  const today = turkishTime(new Date(services.now()).toISOString()).slice(0, 10);
  if (turkishTime(order.madeAt).slice(0, 10) !== today)
    refuse(400, "40008", "Gönderi yalnız aynı gün iptal edilebilir.");
  parcel.isCancelled = true;
  order.parcel = undefined;
  return [{ referenceId: body.referenceId, message: "Başarılı" }];
}

/** Cancels an order without a shipment. @throws Refused */
export function cancelOrder(services: DhlServices, reference: string): unknown {
  const order = findOrder(services, reference);
  if (order === undefined) refuse(404, "40003", "Sipariş bulunamadı.");
  if (order.parcel !== undefined) refuse(400, "40009", "Gönderisi olan sipariş iptal edilemez.");
  order.isCancelled = true;
  return [{ referenceId: reference, message: "Başarılı" }];
}

/** Answers a query by reference. @throws Refused when nothing is found. */
export function query(services: DhlServices, name: string, reference: string): unknown {
  const order = findOrder(services, reference);
  if (name === "getorder")
    return order === undefined
      ? refuse(404, "40003", "Sipariş bulunamadı.")
      : [{ order: { referenceId: reference, barcode: reference } }];
  const { parcel, madeAt = "" } = order ?? {};
  if (parcel === undefined) return refuse(404, "40006", "Gönderi bulunamadı.");
  if (name === "getshipment") return shipmentAnswer(parcel, reference);
  return name === "getshipmentstatus"
    ? statusAnswer(parcel, reference, madeAt)
    : movementsAnswer(parcel, reference, madeAt);
}

function findOrder({ orders }: DhlServices, reference: string): Order | undefined {
  const order = orders.get(reference);
  return order?.isCancelled === true ? undefined : order;
}

/** @throws Refused when a district is not in its province. */
export function checkPlace({ cityCode, districtCode }: DhlParty): void {
  if (!isKnownDistrict(cityCode, districtCode))
    refuse(400, "40010", "İl ve ilçe kodları uyuşmuyor.");
}

/** @throws Refused */
export function refuse(status: number, code: string, words: string): never {
  throw new Refused(status, code, words);
}
