/** Wire shapes of organizations and members. */
import { z } from "zod";
import { laxBoolean, laxID, laxOptionalBoolean, laxText, patchText } from "../base/wire.ts";

const ROLES = ["owner", "admin", "user", "limitedAccessUser"] as const;
export const roleSchema = z.enum(ROLES).meta({ id: "Role" });
export type Role = z.infer<typeof roleSchema>;

/**
 * Layouts that an organization can choose. Returns, appointments and cash on delivery have fixed
 * layouts.
 */
export const LABEL_LAYOUT_SETTINGS = ["standard", "compact"] as const;
export type LabelLayoutSetting = (typeof LABEL_LAYOUT_SETTINGS)[number];

export const organizationSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    name: z.string(),
    owner: z.string().nullable(),
    balance: z.string(),
    debt: z.string(),
    currency: z.string(),
    countryCode: z.string(),
    taxOffice: z.string(),
    taxNumber: z.string(),
    phone: z.string(),
    email: z.string(),
    test: z.boolean(),
    isActive: z.boolean(),
    labelFileType: z.enum(["PDF", "ZPL"]),
    labelLayout: z.enum(LABEL_LAYOUT_SETTINGS),
    /**
     * Masks the phones of sender and recipient, except the country code, the operator's digits and
     * the last two digits.
     */
    maskPhonesOnLabel: z.boolean(),
    /** Black and white, at most 400 × 200 dots: a PNG in a data URL. */
    labelLogo: z.string().nullable(),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof organizationSchema>;

export const newOrganizationSchema = z
  .object({
    name: laxText(200),
    countryCode: laxText(2),
    taxOffice: laxText(100),
    taxNumber: laxText(30),
    phone: laxText(30),
    email: laxText(200),
    test: laxBoolean,
  })
  .meta({ id: "NewOrganization" });

/**
 * Longest text of a logo, characters. The limit exceeds the Base64 of the largest logo (512 kB), so
 * that a slightly larger logo gets its specific error.
 */
const LOGO_TEXT = 1_000_000;

export const organizationPatchSchema = z
  .object({
    name: patchText(200),
    taxOffice: patchText(100),
    taxNumber: patchText(30),
    phone: patchText(30),
    email: patchText(200),
    labelFileType: z.enum(["PDF", "ZPL"]).optional(),
    labelLayout: z.enum(LABEL_LAYOUT_SETTINGS).optional(),
    maskPhonesOnLabel: laxOptionalBoolean,
    /** A PNG of at most 512 kB in base64, or as a data URL; null removes the logo. */
    labelLogo: z.string().max(LOGO_TEXT).nullable().optional(),
  })
  .meta({ id: "OrganizationPatch" });
export type OrganizationPatch = z.infer<typeof organizationPatchSchema>;

export const memberSchema = z
  .object({
    id: z.uuid(),
    createdAt: z.string(),
    updatedAt: z.string(),
    organizationID: z.uuid(),
    userID: z.uuid(),
    email: z.string(),
    name: z.string(),
    role: roleSchema,
    isActive: z.boolean(),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof memberSchema>;

export const newMemberSchema = z
  .object({
    userID: laxID,
    email: laxText(200),
    name: laxText(200),
    role: roleSchema.default("user"),
  })
  .meta({ id: "NewMember" });
export type NewMember = z.output<typeof newMemberSchema>;

export const memberPatchSchema = z
  .object({ name: patchText(200), role: roleSchema.optional(), isActive: laxOptionalBoolean })
  .meta({ id: "MemberPatch" });
