/** Checks of matches, by their names in the grammar. */
import type { Check } from '../../../../grammar/texts/entities.ts';
import { isEmail, isIpAddress, isMac, isPhone } from './addresses.ts';
import { isBitcoinAddress } from './bitcoin.ts';
import { isCnpj, isCpf, isIban, isImei, isLuhn } from './numbers.ts';

const TESTS: Readonly<Record<Check, (text: string) => boolean>> = {
  luhn: isLuhn,
  iban: isIban,
  cpf: isCpf,
  cnpj: isCnpj,
  btc: isBitcoinAddress,
  email: isEmail,
  phone: isPhone,
  ip: isIpAddress,
  mac: isMac,
  imei: isImei,
};

/**
 * Returns the end of the longest prefix of the match that passes and ends at a word or with the match; 0 if none does. This way
 * an account number is found even if another word follows.
 */
export function checkedEnd(check: Check, match: string): number {
  const passes = TESTS[check];
  for (let end = match.length; end > 0; end--) {
    if (isEndOfWord(match, end) && passes(match.slice(0, end))) return end;
  }
  return 0;
}

function isEndOfWord(text: string, end: number): boolean {
  return end === text.length || (/[\p{L}\p{N}]/u.test(text[end - 1]!) && !/[\p{L}\p{N}]/u.test(text[end]!));
}
