export interface WebApiRow {
  readonly route: string;
  readonly same: number;
  readonly reasons: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}
export declare function compareWebApi(
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not understood.
  responses: readonly any[],
  ask: (path: string) => Promise<{ readonly status: number; readonly bytes: Buffer }>,
): Promise<WebApiRow[]>;
export declare function webApiTable(rows: readonly WebApiRow[]): string;
