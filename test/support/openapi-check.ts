/** Checks an answer against the OpenAPI document. The status must be described, and the body must match. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/http/description/openapi.ts';
import { routeTable } from '../../src/http/route-table.ts';
import type { Answer } from './http-client.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document
const document = openApiDocument(routeTable) as any;
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'openapi');
const validators = new Map<string, ValidateFunction>();

const templates = Object.keys(document.paths)
  .map((template) => ({ template, pattern: patternOf(template) }))
  // A path without parameters takes precedence over one that would match it as a value.
  .sort((a, b) => a.template.split('{').length - b.template.split('{').length);

/** Throws if the answer does not match. Answers to OPTIONS and 405 are defined by HTTP alone. */
export function assertDescribed(method: string, path: string, answer: Answer): void {
  if (method === 'OPTIONS' || answer.status === 405) return;
  const [pathname] = path.split('?');
  const name = method === 'HEAD' ? 'get' : method.toLowerCase();
  // One URL may be a path of its own for one method, and the value of a parameter for another.
  const template = templates.find((one) => one.pattern.test(pathname!) && document.paths[one.template][name])?.template;
  if (template === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  const operation = document.paths[template][name];
  const response = operation.responses[answer.status];
  if (response === undefined)
    throw new Error(`${method} ${template} does not describe status ${answer.status}: ${answer.text}`);
  if (method === 'HEAD' || answer.bytes.length === 0) return;
  const mediaType = answer.headers['content-type']?.split(';')[0] ?? '';
  if (response.content?.[mediaType] === undefined) {
    throw new Error(`${method} ${template} does not describe ${mediaType} for status ${answer.status}`);
  }
  if (answer.json === undefined) return;
  const pointer = [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    String(answer.status),
    'content',
    mediaType,
    'schema',
  ];
  const validate = validator(`openapi#/${pointer.map(escapePointer).join('/')}`);
  if (!validate(answer.json)) {
    throw new Error(`${method} ${path}: ${ajv.errorsText(validate.errors)}: ${answer.text.slice(0, 500)}`);
  }
}

function validator($ref: string): ValidateFunction {
  const known = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, known);
  return known;
}

function patternOf(template: string): RegExp {
  const source = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source.replace(/\/$/, '')}/?$`);
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
