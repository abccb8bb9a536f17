/**
 * Entry point of the inner loops, in AssemblyScript. `make kernel` compiles them into ../kernel-code.ts. ../kernel.ts documents
 * each function.
 */
export * from './documents';
export * from './frequencies';
export * from './lookups';
export * from './memory';
export * from './positions';
