/** What a match passes or fails, by the names of the grammar. */
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
 * Where the part of a match ends that passes: the longest that begins with it and ends with it or with a word of it. 0 if none does: an account that
 * another word follows is found all the same.
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
