/**
 * One seed for all random tests of a run. `make test` always uses the same, and `make fuzz SEED=…` explores further. fast-check
 * prints it with a failure.
 */
import fc from 'fast-check';

process.env.SEED ??= '20261121';
fc.configureGlobal({ seed: Number(process.env.SEED) });
