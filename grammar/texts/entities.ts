/**
 * Checks for matches of an expression over a text (`text:/…/luhn`), and ready expressions for common targets of searches
 * (`entity:card`). src/query/matching/checks has the checks.
 */
export const CHECKS = ['luhn', 'iban', 'cpf', 'cnpj', 'btc', 'email', 'phone', 'ip', 'mac', 'imei'] as const;
export type Check = (typeof CHECKS)[number];

export interface Entity {
  /** The pattern as it is written between the slashes of `text:/…/`. */
  readonly pattern: string;
  readonly check: Check;
}

export const ENTITIES: ReadonlyMap<string, Entity> = new Map([
  [
    'card',
    {
      pattern:
        '\\b[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4}\\b|\\b3[0-9]{3}[ -]?[0-9]{6}[ -]?[0-9]{4,5}\\b|\\b[0-9]{12,19}\\b',
      check: 'luhn',
    },
  ],
  ['iban', { pattern: '\\b[a-z]{2}[0-9]{2}(?: ?[a-z0-9]{4}){2,7}(?: ?[a-z0-9]{1,3})?\\b', check: 'iban' }],
  ['cpf', { pattern: '\\b[0-9]{3}\\.?[0-9]{3}\\.?[0-9]{3}-?[0-9]{2}\\b', check: 'cpf' }],
  ['cnpj', { pattern: '\\b[0-9a-z]{2}\\.?[0-9a-z]{3}\\.?[0-9a-z]{3}\\/?[0-9a-z]{4}-?[0-9]{2}\\b', check: 'cnpj' }],
  [
    'btc',
    {
      pattern: '(?-i)\\b(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|BC1[02-9AC-HJ-NP-Z]{11,71})\\b',
      check: 'btc',
    },
  ],
  ['email', { pattern: '[\\w.%+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63}){1,8}', check: 'email' }],
  ['phone', { pattern: '[+(]?[0-9][0-9 ().\\/-]{5,22}[0-9]', check: 'phone' }],
  ['ip', { pattern: '\\b[0-9]{1,3}(?:\\.[0-9]{1,3}){3}\\b|[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}', check: 'ip' }],
  ['mac', { pattern: '\\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\\b|\\b[0-9a-f]{4}(?:\\.[0-9a-f]{4}){2}\\b', check: 'mac' }],
  ['imei', { pattern: '\\b[0-9]{2}[ -]?[0-9]{6}[ -]?[0-9]{6}[ -]?[0-9]\\b', check: 'imei' }],
] as const);

export function checkOf(name: string): Check | undefined {
  return CHECKS.find((check) => check === name);
}
