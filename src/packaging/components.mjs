/**
 * The packages that a program needs at run time, from its lock file, as a bill of materials in CycloneDX 1.6. It has neither a
 * time nor a serial number, so that the same lock file gives the same bytes.
 */

/** `manifest` and `lock` are package.json and package-lock.json, parsed. */
export function componentsOf(manifest, lock) {
  const components = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, locked]) => componentOf(locked.name ?? path.replace(/^.*node_modules\//, ''), locked))
    .sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...componentOf(manifest.name, manifest), type: 'application' } },
    components: components.filter((one, i) => one['bom-ref'] !== components[i - 1]?.['bom-ref']),
  };
}

function componentOf(name, { version, license, integrity, optional }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(optional ? { scope: 'optional' } : {}),
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

/** `sha512-` and base64, as in npm. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return { alg: `SHA-${algorithm.slice(3)}`, content: Buffer.from(digest, 'base64').toString('hex') };
}
