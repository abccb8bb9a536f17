/** The interface descriptions, made from the route table on first use, in slices. */

import { inSlices } from '../../shared/work.ts';
import type { InterfaceDocuments } from '../dependencies.ts';
import type { Route } from '../route.ts';
import { describedRoutes, type OpenApiDocument } from './openapi.ts';
import { wadlDocument } from './wadl.ts';

export class Descriptions implements InterfaceDocuments {
  readonly #routes: readonly Route[];
  #document: Promise<OpenApiDocument> | null = null;
  #openApi: string | null = null;
  #wadl: string | null = null;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  async openApi(): Promise<string> {
    this.#openApi ??= JSON.stringify(await this.#described(), null, 1);
    return this.#openApi;
  }

  async wadl(): Promise<string> {
    this.#wadl ??= wadlDocument(await this.#described());
    return this.#wadl;
  }

  #described(): Promise<OpenApiDocument> {
    this.#document ??= inSlices(describedRoutes(this.#routes));
    return this.#document;
  }
}
