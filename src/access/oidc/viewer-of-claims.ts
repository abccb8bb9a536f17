/** Maps the claims of a provider to a viewer. */
import { isName } from '../settings-file.ts';
import { ROLES, type Viewer } from '../viewer.ts';
import type { OidcSettings } from './oidc-file.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface NamedViewer extends Viewer {
  readonly name: string;
}

/** Returns null if the claims give no role, or a name that a log cannot have. */
export function viewerOfClaims(claims: Claims, settings: OidcSettings): NamedViewer | null {
  const name = claims[settings.name];
  if (typeof name !== 'string' || !isName(name)) return null;
  const granted = valuesOf(claims, settings.roles.claim).map((value) => own(settings.roles.values, value));
  const role = ROLES.findLast((one) => granted.includes(one));
  if (role === undefined) return null;
  const { sources } = settings;
  if (sources === undefined) return { name, role, sources: null };
  const seen = valuesOf(claims, sources.claim).flatMap((value) => own(sources.values, value) ?? []);
  return { name, role, sources: new Set(seen) };
}

/** A claim has one value or several. */
function valuesOf(claims: Claims, claim: string): readonly string[] {
  const value = own(claims, claim);
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
