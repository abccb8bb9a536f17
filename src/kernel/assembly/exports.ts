/**
 * The inner loops, in AssemblyScript: `make kernel` compiles them into ../kernel-code.ts. ../kernel.ts says what
 * each function is for.
 */
export * from './documents';
export * from './frequencies';
export * from './lookups';
export * from './memory';
export * from './positions';
