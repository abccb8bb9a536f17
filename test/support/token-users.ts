/** A server that identifies some viewers by tokens, and requests of each of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Access } from '../../src/access/access.ts';
import { hashOfToken, printTokenFile } from '../../src/access/token-file.ts';
import { Tokens } from '../../src/access/tokens.ts';
import type { Role } from '../../src/access/viewer.ts';
import type { Answer, RequestOptions } from './http-client.ts';
import type { Service } from './http-service.ts';

export interface TokenUser {
  readonly name: string;
  readonly role: Role;
  /** All, if missing. */
  readonly sources?: readonly string[] | undefined;
}

/** For the option `server` of a service. */
export function knowing(users: readonly TokenUser[]): (dir: string) => { readonly access: Access } {
  return (dir) => {
    const file = join(dir, 'tokens.json');
    const entries = users.map(({ name, role, sources }) => {
      const hash = hashOfToken(tokenOf(name));
      return { name, role, hash, ...(sources !== undefined && { sources: [...sources] }) };
    });
    writeFileSync(file, printTokenFile(entries));
    return { access: new Access(new Tokens(file)) };
  };
}

/** Options of a request by a user. */
export function asUser(name: string): RequestOptions {
  return { headers: { Authorization: `Bearer ${tokenOf(name)}` } };
}

export type AskAs = (name: string, method: string, path: string, body?: unknown) => Promise<Answer>;

export function askingAs(service: Service): AskAs {
  return (name, method, path, body) => service.request(method, path, { ...asUser(name), body });
}

export function tokenOf(name: string): string {
  return `token-of-${name}`;
}
