/** Types of pieces-texts.mjs, for tests. */
export const SPLIT_UNITS: number;
export const TOKEN_UNITS_MAX: number;
export function pieceItems(): {
  readonly id: number;
  readonly text: string;
  readonly removed: boolean;
  readonly treeNode: boolean;
}[];
