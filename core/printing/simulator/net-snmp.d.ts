/** Types for the part of net-snmp that is used here; the package has no types. */
declare module "net-snmp" {
  import type { Socket } from "node:dgram";

  export const MibProviderType: { readonly Scalar: number; readonly Table: number };
  export const ObjectType: { readonly Integer: number; readonly OctetString: number };
  export const MaxAccess: { readonly "not-accessible": number; readonly "read-only": number };

  type Column = {
    readonly number: number;
    readonly name: string;
    readonly type: number;
    readonly maxAccess: number;
  };
  type Provider = {
    readonly name: string;
    readonly type: number;
    readonly oid: string;
    readonly maxAccess: number;
    readonly scalarType?: number;
    readonly tableColumns?: readonly Column[];
    readonly tableIndex?: readonly { readonly columnName: string }[];
  };
  type Mib = {
    registerProvider(provider: Provider): void;
    setScalarValue(name: string, value: string | number): void;
    addTableRow(name: string, row: readonly (string | number)[]): void;
  };
  type Agent = {
    getMib(): Mib;
    close(done: () => void): void;
    readonly listener: { readonly sockets: Readonly<Record<string, Socket>> };
  };
  export function createAgent(
    options: {
      readonly port: number;
      readonly address: string;
      readonly disableAuthorization: boolean;
    },
    callback: (error: Error | null) => void,
  ): Agent;

  type Varbind = { readonly oid: string; readonly type: number; readonly value: Buffer | number };
  type Session = {
    get(
      oids: readonly string[],
      callback: (error: Error | null, varbinds: readonly Varbind[]) => void,
    ): void;
    close(): void;
  };
  export function createSession(
    target: string,
    community: string,
    options: {
      readonly port?: number;
      readonly timeout?: number;
      readonly retries?: number;
      readonly version?: number;
    },
  ): Session;
}
