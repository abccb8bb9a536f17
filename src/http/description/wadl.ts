/** Writes the OpenAPI document as WADL: the same routes, for clients without OpenAPI. */
import type { OpenApiDocument } from './openapi.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: unknown };
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

const methods = ['get', 'post', 'put', 'delete'] as const;

export function wadlDocument(document: OpenApiDocument): string {
  const resources = Object.entries(document.paths ?? {}).map(([path, item]) =>
    resource(path, item as Readonly<Record<string, Operation>>),
  );
  const title = escapeXml(`${document.info.title} ${document.info.version}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<application xmlns="http://wadl.dev.java.net/2009/02" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <doc title="${title}"/>
  <resources base="/">
${resources.join('')}  </resources>
</application>
`;
}

function resource(path: string, item: Readonly<Record<string, Operation>>): string {
  const operations = methods.flatMap((method) => (item[method] === undefined ? [] : [[method, item[method]] as const]));
  const templates = new Map(
    operations.flatMap(([, { parameters = [] }]) =>
      parameters.filter((parameter) => parameter.in === 'path').map((parameter) => [parameter.name, parameter]),
    ),
  );
  const params = [...templates.values()].map((parameter) => `      ${param(parameter, 'template')}\n`).join('');
  const body = operations.map(([name, operation]) => method(name, operation)).join('');
  return `    <resource path="${escapeXml(path.slice(1))}">\n${params}${body}    </resource>\n`;
}

function method(name: string, { summary, parameters = [], requestBody, responses = {} }: Operation): string {
  const inputs = [
    ...parameters.filter((parameter) => parameter.in === 'query').map((parameter) => param(parameter, 'query')),
    ...representations(requestBody?.content),
  ];
  const request =
    inputs.length === 0
      ? ''
      : `        <request>\n${inputs.map((input) => `          ${input}\n`).join('')}        </request>\n`;
  const answers = Object.entries(responses).map(([status, { content }]) => {
    const parts = representations(content);
    if (parts.length === 0) return `        <response status="${status}"/>\n`;
    const inner = parts.map((part) => `          ${part}\n`).join('');
    return `        <response status="${status}">\n${inner}        </response>\n`;
  });
  const doc = summary === undefined ? '' : `        <doc title="${escapeXml(summary)}"/>\n`;
  return `      <method name="${name.toUpperCase()}">\n${doc}${request}${answers.join('')}      </method>\n`;
}

function representations(content: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.keys(content ?? {}).map((mediaType) => `<representation mediaType="${escapeXml(mediaType)}"/>`);
}

function param({ name, required, schema }: Parameter, style: 'template' | 'query'): string {
  const type = schema?.type === 'integer' ? 'xs:int' : 'xs:string';
  return `<param name="${escapeXml(name)}" style="${style}" type="${type}" required="${required === true}"/>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
