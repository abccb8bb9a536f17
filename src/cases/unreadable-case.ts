/** The error of a case that does not open. */
import { AppError } from '../shared/errors.ts';

/** `fault` names the file or other part of the case, and what is wrong with it. */
export function unreadable(casePath: string, fault: string): AppError {
  return new AppError('CASE_UNREADABLE', `case ${casePath}: ${fault}`);
}
