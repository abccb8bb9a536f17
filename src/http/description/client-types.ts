/**
 * Generates the types of the TypeScript client from the OpenAPI document: one for each schema, and one for each operation with
 * its parameters, body and answer. `npm run build` writes them to src/client/generated/interface.ts.
 */
import type { OpenApiDocument } from './openapi.ts';

/** The parts of a schema that are used. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content?: Contents }>>;
}

const HEAD = `/**
 * What the service takes and answers. Made from its OpenAPI document by \`npm run build\`: changes are made in src/http/routes.
 */

`;

/** Returns the text of the generated file. */
export function clientTypes(document: OpenApiDocument): string {
  const schemas = schemasOf(document);
  const named = Object.keys(schemas)
    .sort()
    .map((name) => `${comment(schemas[name]!, '')}export type ${name} = ${typeOf(schemas[name]!, '')};\n`);
  const operations = operationsOf(document);
  const types = operations.map(({ operation }) => typeOfOperation(operation));
  const table = operations.map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}', [${inPath(operation)}]],\n`,
  );
  return [
    HEAD,
    named.join('\n'),
    '\n/** By operation id. A body or an answer that is no JSON is bytes or text. */\nexport interface Operations {\n',
    types.join(''),
    '}\n\n/** Method, path, and which parameters stand in the path. */\n',
    'export const OPERATIONS: { readonly [N in keyof Operations]: readonly [string, string, readonly string[]] } = {\n',
    table.join(''),
    '};\n',
  ].join('');
}

interface PlacedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** All of them, by their ids. */
export function operationsOf(document: OpenApiDocument): readonly PlacedOperation[] {
  const paths = (document.paths ?? {}) as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
    .sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
}

export function schemasOf(document: OpenApiDocument): Readonly<Record<string, Schema>> {
  return (document.components?.schemas ?? {}) as unknown as Readonly<Record<string, Schema>>;
}

function inPath({ parameters = [] }: Operation): string {
  return parameters
    .filter((one) => one.in === 'path')
    .map(({ name }) => `'${name}'`)
    .join(', ');
}

function typeOfOperation({ operationId, summary, parameters = [], requestBody, responses }: Operation): string {
  const taken = parameters.filter((one) => one.in === 'path' || one.in === 'query');
  const shown = taken.map(
    ({ name, required, schema }) =>
      `${comment(schema, '      ')}      ${key(name)}${required === true ? '' : '?'}: ${typeOf(schema, '      ')}${required === true ? '' : ' | undefined'};\n`,
  );
  const body = requestBody?.content['application/json']?.schema;
  const hasBody = body === undefined ? 'undefined' : typeOf(body, '    ');
  const answer = responses['200']?.content?.['application/json']?.schema;
  return [
    `  /** ${inComment(summary)}. */\n`,
    `  ${operationId}: {\n`,
    `    parameters: ${shown.length === 0 ? 'Record<never, never>' : `{\n${shown.join('')}    }`};\n`,
    `    body: ${hasBody}${requestBody !== undefined && requestBody.required !== true ? ' | undefined' : ''};\n`,
    `    answer: ${answer === undefined ? 'undefined' : typeOf(answer, '    ')};\n`,
    '  };\n',
  ].join('');
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  // Beside members, they list the required ones.
  const parts = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  if (parts !== undefined) return [...new Set(parts.map((part) => typeOf(part, indent)))].join(' | ');
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeOf(part, indent)})`).join(' & ');
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one: string) => typeOf({ ...schema, type: one }, indent)).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      if (schema.prefixItems !== undefined) {
        return `readonly [${schema.prefixItems.map((one) => typeOf(one, indent)).join(', ')}]`;
      }
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
    case 'object':
      return typeOfObject(schema, indent);
    default:
      return 'unknown';
  }
}

function typeOfObject({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const isOptional = !required.includes(name);
    const type = `${typeOf(schema, inner)}${isOptional ? ' | undefined' : ''}`;
    return `${comment(schema, inner)}${inner}readonly ${key(name)}${isOptional ? '?' : ''}: ${type};\n`;
  });
  if (additionalProperties === true || (members.length === 0 && additionalProperties === undefined)) {
    members.push(`${inner}readonly [name: string]: unknown;\n`);
  } else if (typeof additionalProperties === 'object') {
    members.push(`${inner}readonly [name: string]: ${typeOf(additionalProperties, inner)};\n`);
  }
  return members.length === 0 ? 'Record<never, never>' : `{\n${members.join('')}${indent}}`;
}

function comment({ description, $ref }: Schema, indent: string): string {
  return description === undefined || $ref !== undefined ? '' : `${indent}/** ${inComment(description)} */\n`;
}

function inComment(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll('\n', ' ');
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
