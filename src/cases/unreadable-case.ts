/** Creates the error for a case that cannot be opened. */
import { AppError } from '../shared/errors.ts';

/** `fault` names the file or other part of the case, and its problem. */
export function unreadableCase(casePath: string, fault: string): AppError {
  return new AppError('CASE_UNREADABLE', `case ${casePath}: ${fault}`);
}
