/**
 * Kinds and acts of the audit log. `audited` of an endpoint names the entry that its calls make.
 */

/** Subject of an entry. */
export const AUDIT_KINDS = [
  "purchase",
  "cancel",
  "print",
  "token",
  "member",
  "settings",
  "printer",
  "data",
  "erasure",
  "webhook",
  "money",
  "handOver",
  "signIn",
  "product",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Act of the caller on the subject. */
export const AUDIT_ACTS = ["made", "changed", "removed", "asked"] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

export type Audited = { readonly kind: AuditKind; readonly act: AuditAct };
