/** Which operations stand in the audit log, by their ids. */
import type { AuditAct, AuditKind } from "./audit.schema.ts";

type Audited = { readonly kind: AuditKind; readonly act: AuditAct };

const OPERATIONS: Readonly<Record<AuditKind, Partial<Record<AuditAct, readonly string[]>>>> = {
  purchase: {
    made: ["buyAtDesk", "approvePurchase", "createTransaction", "copyShipment", "addBox"],
    asked: ["beginJobAgain", "endJobNotDone"],
  },
  cancel: { made: ["cancelShipment", "removeBox"] },
  print: {
    made: [
      "createPrintJob",
      "createPrintRequest",
      "createBatch",
      "printPackingSlip",
      "printTestLabel",
    ],
    changed: ["answerPrintJob", "answerWaitingPrints", "pauseBatch", "resumeBatch"],
    removed: ["cancelPrintJob", "cancelPrintRequest", "stopBatch"],
  },
  token: { made: ["createToken"], removed: ["deleteToken"] },
  member: { made: ["createMember", "createOrganization"], changed: ["updateMember"] },
  settings: {
    made: ["createProviderAccount", "createSampleCarriers", "createSampleSet"],
    changed: [
      "updateOrganization",
      "changeTrackingSettings",
      "updatePackingSettings",
      "updatePrivacyRules",
      "answerPairing",
      "setApiAccess",
      "nameStation",
    ],
    removed: ["deleteProviderAccount", "deleteOrigins", "deleteSampleSet"],
  },
  printer: {
    made: ["createPrinter"],
    changed: ["updatePrinter", "updatePrinterRoles"],
    removed: ["deletePrinter"],
  },
  data: {
    made: ["startBackup", "exportToFile", "startHubServer"],
    changed: ["changeNightlyBackup", "restoreBackup", "recoverSecrets", "joinHub", "joinServer"],
    removed: ["stopBackup", "forgetSecrets", "leaveHub", "revokeStation"],
    asked: [
      "inviteStations",
      "showRecoveryKey",
      "exportEverything",
      "getSupportBundle",
      "exportShipments",
      "exportShipmentsWorkbook",
      "exportAddresses",
      "exportAudit",
      "getReportFile",
    ],
  },
  erasure: { made: ["erasePerson"], asked: ["findPerson"] },
  webhook: { made: ["createWebhook"], removed: ["deleteWebhook"], asked: ["replayDelivery"] },
  money: { made: ["createTopUp", "createCashReceipt"] },
};

const BY_OPERATION: ReadonlyMap<string, Audited> = new Map(
  Object.entries(OPERATIONS).flatMap(([kind, acts]) =>
    Object.entries(acts).flatMap(([act, ids]) =>
      ids.map((id): [string, Audited] => [id, { kind: kind as AuditKind, act: act as AuditAct }]),
    ),
  ),
);

/**
 * What an operation is in the audit log; undefined for those that are not in it.
 * @param id Of its endpoint.
 */
export function auditedAs(id: string): Audited | undefined {
  return BY_OPERATION.get(id);
}

/**
 * Kinds that a desk does all day: they are written together, a moment later. Their rows of
 * purchases and prints are durable by themselves.
 */
export const WRITTEN_LATER: ReadonlySet<AuditKind> = new Set(["purchase", "cancel", "print"]);
