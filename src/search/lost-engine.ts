/** An engine process ended before all of its answer had come. The error names the sources that it was asked about. */
import { AppError } from '../shared/errors.ts';
import { namedList } from './named-list.ts';

/** The request, by the names that the engine has for its sources. */
export interface AskedNames {
  readonly sources: readonly string[];
  /** Those whose index turned out to be damaged. */
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

/** The same error, with the ids of its sources in the message. Other errors as they are. */
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
