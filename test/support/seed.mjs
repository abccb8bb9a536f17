/**
 * One seed for all random tests of a run: `make test` asks the same of everybody, `make fuzz SEED=…` looks further.
 * fast-check prints it with a failure.
 */
import fc from 'fast-check';

process.env.SEED ??= '20261121';
fc.configureGlobal({ seed: Number(process.env.SEED) });
