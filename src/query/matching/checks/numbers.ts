/**
 * Numbers with check digits: payment cards and devices (ISO/IEC 7812, Luhn), accounts (ISO 13616, ISO 7064), persons and
 * companies of Brazil.
 */

/** Returns the digits of a text, or null if it has letters. */
function digitsOf(text: string): string | null {
  return /\p{L}/u.test(text) ? null : text.replace(/[^0-9]/g, '');
}

function isOneDigit(digits: string): boolean {
  return /^(.)\1*$/.test(digits);
}

/** Payment cards have 12 to 19 digits. */
export function isLuhn(text: string): boolean {
  const digits = digitsOf(text);
  return digits !== null && digits.length >= 12 && digits.length <= 19 && !isOneDigit(digits) && luhnSum(digits) === 0;
}

export function isImei(text: string): boolean {
  const digits = digitsOf(text);
  return digits?.length === 15 && !isOneDigit(digits) && luhnSum(digits) === 0;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 0 ? digit : 2 * digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10;
}

/** Length of an IBAN by country, from the SWIFT registry. */
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    15: 'NO',
    16: 'BE',
    18: 'DK FI FK FO GL NL SD',
    19: 'MK SI',
    20: 'AT BA EE KZ LT LU MN XK',
    21: 'CH HR LI LV',
    22: 'BG BH CR DE GB GE IE ME RS VA',
    23: 'AE GI IL IQ OM SO TL',
    24: 'AD CZ ES MD PK RO SA SE SK TN VG',
    25: 'LY PT ST',
    26: 'IS TR',
    27: 'BI DJ FR GR IT MC MR SM',
    28: 'AL AZ BY CY DO GT HU LB NI PL SV',
    29: 'BR EG PS QA UA',
    30: 'JO KW MU YE',
    31: 'MT SC',
    32: 'LC',
    33: 'RU',
  }).flatMap(([length, countries]) => countries.split(' ').map((country) => [country, Number(length)])),
);

export function isIban(text: string): boolean {
  const iban = text.replace(/[ -]/g, '').toUpperCase();
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban) || iban.length !== IBAN_LENGTHS[iban.slice(0, 2)]) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

export function isCpf(text: string): boolean {
  const digits = digitsOf(text);
  if (digits?.length !== 11 || isOneDigit(digits)) return false;
  return [9, 10].every((count) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += Number(digits[i]) * (count + 1 - i);
    return ((10 * sum) % 11) % 10 === Number(digits[count]);
  });
}

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Since July 2026, twelve of its characters may be letters. */
export function isCnpj(text: string): boolean {
  const characters = text.replace(/[.\-/ ]/g, '').toUpperCase();
  if (!/^[A-Z0-9]{12}[0-9]{2}$/.test(characters) || isOneDigit(characters)) return false;
  return [12, 13].every((count) => {
    const weights = CNPJ_WEIGHTS.slice(13 - count);
    let sum = 0;
    for (let i = 0; i < count; i++) sum += (characters.charCodeAt(i) - 48) * weights[i]!;
    return (sum % 11 < 2 ? 0 : 11 - (sum % 11)) === Number(characters[count]);
  });
}
