/** Renders the route table as the table of docs/http-api.md. */
import { parameterNames } from './input/request-input.ts';
import type { Route } from './route.ts';

export function endpointTable(routes: readonly Route[]): string {
  const rows = routes.map((route) => {
    const query = route.query === null ? [] : Object.keys((route.query as { shape?: object }).shape ?? {});
    const input = [
      ...parameterNames(route.path).map((name) => `path: ${name}`),
      ...query.map((name) => `query: ${name}`),
      ...(route.body === null ? [] : [route.body.kind === 'change' ? 'body: references or a set' : 'body: JSON']),
    ];
    const outputs = Object.keys(route.ok.mediaTypes).join(', ');
    return `| ${route.method.toUpperCase()} | \`${route.path}\` | ${input.join(', ')} | ${outputs} | ${route.summary} |`;
  });
  return ['| Method | Path | Input | Output | |', '|---|---|---|---|---|', ...rows, ''].join('\n');
}
