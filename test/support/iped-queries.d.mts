export declare function digestOfIds(ids: readonly number[]): string;
export declare const RULES: readonly { readonly rule: string }[];
export declare function ownRuleOf(q: string): string | null;
