/** Who makes a request, and what that person or program may do. */
export type Role = 'reader' | 'annotator' | 'administrator';

/** From the least to the most: each may do what those before it may. */
export const ROLES: readonly Role[] = ['reader', 'annotator', 'administrator'];

/** What a request needs. `none`: whoever asks. */
export type RequiredRole = Role | 'none';

export interface Viewer {
  /** Null: nobody said. */
  readonly name: string | null;
  readonly role: Role;
  /** The only sources that there are for this viewer; null: all. */
  readonly sources: ReadonlySet<string> | null;
}

/** Everyone, where a server knows nobody. */
export const EVERYONE: Viewer = { name: null, role: 'administrator', sources: null };

export function mayAs(role: Role, required: RequiredRole): boolean {
  return required === 'none' || ROLES.indexOf(role) >= ROLES.indexOf(required);
}
