/** The error for an engine process that ended before its whole answer had arrived. It names the requested sources. */
import { AppError } from '../shared/errors.ts';
import { namedList } from './named-list.ts';

/** The sources of the request, by their names in the engine. */
export interface AskedNames {
  readonly sources: readonly string[];
  /** Sources with a damaged index. */
  readonly damaged: readonly string[];
}

const NOTHING: AskedNames = { sources: [], damaged: [] };

export class LostEngineError extends AppError {
  /** How the process ended: a signal or an exit code. */
  readonly ending: string;
  readonly asked: AskedNames;

  constructor(ending: string, asked: AskedNames = NOTHING, text = `${lost(ending)} Ask again.`) {
    super('ENGINE_LOST', text);
    this.ending = ending;
    this.asked = asked;
  }
}

/** Returns the error with source ids in the message. Returns other errors unchanged. */
export function lossNaming(
  fault: unknown,
  targets: readonly { readonly id: string; readonly name: string }[],
): unknown {
  if (!(fault instanceof LostEngineError)) return fault;
  const idsOf = (names: readonly string[]): string[] =>
    targets.filter(({ name }) => names.includes(name)).map(({ id }) => JSON.stringify(id));
  const damaged = idsOf(fault.asked.damaged);
  const asked = idsOf(fault.asked.sources);
  if (asked.length === 0) return fault;
  const finding =
    damaged.length > 0
      ? `The index of ${namedList(damaged)} is damaged; the source is out of service.`
      : `It was reading ${namedList(asked)}.`;
  return new LostEngineError(fault.ending, fault.asked, `${lost(fault.ending)} ${finding} Ask again.`);
}

function lost(ending: string): string {
  return `The engine process that ran this search ended (${ending}).`;
}
