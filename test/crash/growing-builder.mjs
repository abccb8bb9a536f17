/** Builds the index of a case that grew, then waits to be killed. Arguments: the compiled build, case, data directory. */
const [module, casePath, dataDir] = process.argv.slice(2);
const { buildIndex } = await import(module);
process.stdout.write('begun\n');
const { parts } = await buildIndex({ casePath, dataDir, canGrow: true, threads: 1 });
process.stdout.write(`built ${parts}\n`);
setInterval(() => undefined, 1000);
