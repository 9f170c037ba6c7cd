export type Sum = {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly string[];
};
export declare function unitTests(file: string, root: string): Sum;
export declare function windowTests(file: string): Sum;
