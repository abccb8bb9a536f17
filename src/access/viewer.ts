/** The user or program that makes a request, and its permissions. */
export type Role = 'reader' | 'annotator' | 'administrator';

/** In ascending order: each role includes the permissions of those before it. */
export const ROLES: readonly Role[] = ['reader', 'annotator', 'administrator'];

/** The role that a request requires. `none`: no authentication. */
export type RequiredRole = Role | 'none';

export interface Viewer {
  /** Null if not authenticated. */
  readonly name: string | null;
  readonly role: Role;
  /** The only visible sources. Null means all sources. */
  readonly sources: ReadonlySet<string> | null;
}

/** The viewer of every request if a server has no authentication. */
export const EVERYONE: Viewer = { name: null, role: 'administrator', sources: null };

export function mayAs(role: Role, required: RequiredRole): boolean {
  return required === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(required);
}
