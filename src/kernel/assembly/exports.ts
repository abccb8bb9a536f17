/**
 * The inner loops, in AssemblyScript: `make kernel` compiles them into ../kernel-code.ts. What each function is for
 * stands in ../kernel.ts.
 */
export * from './documents';
export * from './frequencies';
export * from './memory';
export * from './positions';
