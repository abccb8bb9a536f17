/**
 * Generates the Python client from the OpenAPI document. It is one module that needs only the standard library, with a class
 * for each schema and a method for each operation. `npm run build` writes it to dist/case_access.py.
 */
import { type Operation, operationsOf, type Parameter, type Schema, schemasOf } from './client-types.ts';
import type { OpenApiDocument } from './openapi.ts';
import { PYTHON_HEAD } from './python-head.ts';

/** Returns the text of the module. */
export function pythonClient(document: OpenApiDocument): string {
  const types = new PythonTypes(schemasOf(document));
  for (const name of Object.keys(schemasOf(document)).sort()) types.addNamed(name);
  const methods = operationsOf(document).map(({ path, method, operation }) =>
    methodOf(path, method.toUpperCase(), operation, types),
  );
  return `${PYTHON_HEAD.types}\n\n${types.classes.join('\n\n')}\n\n${PYTHON_HEAD.client}${methods.join('')}`;
}

/** Generates classes for objects, including nested ones; other types are inlined. */
class PythonTypes {
  readonly classes: string[] = [];
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  addNamed(name: string): void {
    const schema = this.#schemas[name]!;
    if (schema.properties !== undefined) this.#addClass(name, schema);
  }

  /** Returns the type of a value; `name` is the name for a class, if one is needed. */
  of(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#referred(schema.$ref.split('/').at(-1)!);
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    const parts = schema.properties === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
    if (parts !== undefined) return union(parts.map((part, n) => this.of(part, `${name}_${n + 1}`)));
    if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => this.of({ ...schema, type }, name)));
    if (schema.type === 'array') return `list[${this.of(schema.items ?? {}, name)}]`;
    if (schema.type === 'object') return this.#object(schema, name);
    return SIMPLE_TYPES[String(schema.type)] ?? 'Any';
  }

  #referred(name: string): string {
    const schema = this.#schemas[name]!;
    return schema.properties === undefined ? this.of(schema, name) : name;
  }

  #object(schema: Schema, name: string): string {
    const { properties, additionalProperties } = schema;
    if (properties !== undefined) {
      this.#addClass(name, schema);
      return name;
    }
    const value = typeof additionalProperties === 'object' ? this.of(additionalProperties, `${name}_Value`) : 'Any';
    return `dict[str, ${value}]`;
  }

  #addClass(name: string, { properties = {}, required = [], description }: Schema): void {
    const members = Object.entries(properties).map(([key, schema]) => {
      const type = this.of(schema, `${name}_${capitalized(key)}`);
      return [key, required.includes(key) ? type : `NotRequired[${type}]`] as const;
    });
    // A member such as `from` cannot be an attribute of a class.
    if (members.some(([key]) => variable(key) !== key)) {
      const shown = members.map(([key, type]) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`);
      this.classes.push(`${name} = TypedDict("${name}", {\n${shown.join('')}})\n`);
      return;
    }
    const comment = description === undefined ? '' : `    ${docString(description)}\n`;
    const shown = members.map(([key, type]) => `    ${key}: ${type}\n`).join('');
    this.classes.push(`class ${name}(TypedDict):\n${comment}${shown === '' ? '    pass\n' : shown}`);
  }
}

function methodOf(path: string, method: string, operation: Operation, types: PythonTypes): string {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const typeName = capitalized(operationId);
  const inPath = parameters.filter((one) => one.in === 'path');
  const inQuery = parameters.filter((one) => one.in === 'query');
  const shown = (one: Parameter): string =>
    `${variable(one.name)}: ${types.of(one.schema, `${typeName}_${capitalized(one.name)}`)}`;
  const body = requestBody?.content['application/json']?.schema;
  const args = ['self', ...inPath.map(shown)];
  if (body !== undefined) {
    const type = types.of(body, `${typeName}_Body`);
    args.push(requestBody?.required === true ? `body: ${type}` : `body: ${type} | None = None`);
  }
  if (inQuery.length > 0) args.push('*');
  for (const one of inQuery) args.push(one.required === true ? shown(one) : `${shown(one)} | None = None`);
  const contents = responses['200']?.content ?? {};
  const answer = contents['application/json']?.schema;
  const [kind, type] = answer !== undefined ? ['json', types.of(answer, `${typeName}_Answer`)] : otherAnswer(contents);
  // Byte ranges are requested by headers.
  if (kind === 'open') args.push(...(inQuery.length > 0 ? [] : ['*']), 'headers: Mapping[str, str] | None = None');
  const call = [
    JSON.stringify(method),
    pythonPath(path),
    `[${inQuery.map(({ name }) => `(${JSON.stringify(name)}, ${variable(name)})`).join(', ')}]`,
    ...(body === undefined ? [] : ['body']),
    ...(kind === 'open' ? ['headers=headers'] : []),
  ];
  return `
    def ${snakeCase(operationId)}(${args.join(', ')}) -> ${type}:
        ${docString(`${summary}.`)}
        return self._${kind}(${call.join(', ')})
`;
}

/** Returns lines or events if the answer has no other form, otherwise the raw answer. */
function otherAnswer(contents: Readonly<Record<string, unknown>>): readonly [string, string] {
  const types = Object.keys(contents);
  const isOnly = (type: string): boolean => types.length > 0 && types.every((mediaType) => mediaType === type);
  if (isOnly('application/x-ndjson')) return ['lines', 'Iterator[dict[str, Any]]'];
  return isOnly('text/event-stream') ? ['events', 'Iterator[ServerEvent]'] : ['open', 'HTTPResponse'];
}

const SIMPLE_TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  integer: 'int',
  number: 'float',
  null: 'None',
};

/** Reserved names: keywords, and names that the methods use. */
const TAKEN = new Set(
  'False None True and as assert async await body break class continue def del elif else except finally for from global headers if import in is lambda nonlocal not or pass raise return self try while with yield'.split(
    ' ',
  ),
);

function variable(name: string): string {
  const text = name.replace(/[^A-Za-z0-9_]/g, '_');
  return TAKEN.has(text) || /^\d/.test(text) ? `${text}_` : text;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function capitalized(name: string): string {
  const text = name.replace(/[^A-Za-z0-9]/g, '_');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pythonPath(path: string): string {
  const template = path.replace(/\{(\w+)\}/g, (_, name: string) => `{_segment(${variable(name)})}`);
  return `${template === path ? '' : 'f'}${JSON.stringify(template)}`;
}

function literal(values: readonly unknown[]): string {
  return `Literal[${values.map((value) => LITERALS.get(value) ?? JSON.stringify(value)).join(', ')}]`;
}

const LITERALS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function docString(text: string): string {
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"', "'").replaceAll('\n', ' ')}"""`;
}
