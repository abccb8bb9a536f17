/** The documents that describe the interface, made from the route table on first use. */

import type { InterfaceDocuments } from '../dependencies.ts';
import type { Route } from '../route.ts';
import { openApiDocument } from './openapi.ts';
import { wadlDocument } from './wadl.ts';

export class Descriptions implements InterfaceDocuments {
  readonly #routes: readonly Route[];
  #openApi: string | null = null;
  #wadl: string | null = null;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  openApi(): string {
    this.#openApi ??= JSON.stringify(openApiDocument(this.#routes), null, 1);
    return this.#openApi;
  }

  wadl(): string {
    this.#wadl ??= wadlDocument(openApiDocument(this.#routes));
    return this.#wadl;
  }
}
