/**
 * Limits running and waiting searches. Searches that may take long have a separate queue with few permits. So a burst of them
 * does not delay light ones.
 */
import type { EdgeQuery, IpedLeaf, Query, SpanQuery } from '../../../grammar/ast.ts';
import type { UnparsedQuery } from '../../search/search-request.ts';
import {
  HEAVY_SEARCH_COUNT_MAX,
  HEAVY_WAITING_COUNT_MAX,
  LIGHT_SEARCH_COUNT_MAX,
  LIGHT_WAITING_COUNT_MAX,
} from '../limits.ts';
import { type Admission, AdmissionQueue } from './admission-queue.ts';

export class SearchLanes {
  readonly light: Admission;
  readonly heavy: Admission;

  constructor(light: Admission, heavy: Admission) {
    this.light = light;
    this.heavy = heavy;
  }

  /** `processes`: the number of engine processes. Each can run one heavy search. */
  static ofProcesses(processes = 0): SearchLanes {
    const running = Math.max(HEAVY_SEARCH_COUNT_MAX, processes);
    return new SearchLanes(
      new AdmissionQueue(LIGHT_SEARCH_COUNT_MAX, LIGHT_WAITING_COUNT_MAX, 'searches'),
      new AdmissionQueue(running, HEAVY_WAITING_COUNT_MAX, 'heavy searches'),
    );
  }

  /** The same queues, for one user. */
  of(user: string | null): SearchLanes {
    return user === null ? this : new SearchLanes(this.light.of(user), this.heavy.of(user));
  }

  /** A long text counts as heavy before it is parsed. */
  laneOf(query: Query | UnparsedQuery): Admission {
    return query.kind === 'unparsed' || isHeavy(query) ? this.heavy : this.light;
  }
}

const LIGHT_LEAF_COUNT_MAX = 1000;

function isHeavyInIped(meant: IpedLeaf): boolean {
  return meant.kind === 'fuzzy' || (meant.kind === 'wildcard' && meant.pattern[0]?.kind !== 'text');
}

/** Whether a query may read a large part of a term dictionary, or has many leaves. */
export function isHeavy(query: Query): boolean {
  let leafCount = 0;
  const pending: (Query | SpanQuery | EdgeQuery)[] = [query];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    switch (next.kind) {
      case 'boolean':
        for (const clause of next.clauses) pending.push(clause.query);
        break;
      case 'boost':
        pending.push(next.query);
        break;
      case 'near':
        pending.push(next.left, next.right);
        break;
      case 'edge':
        break;
      case 'alternatives':
        for (const one of next.of) pending.push(one);
        break;
      case 'regexp':
      case 'expression':
      case 'fuzzy':
        return true;
      case 'wildcard':
      case 'phrase':
        if (next.pattern[0]?.kind !== 'text' && next.pattern.length > 0) return true;
        leafCount++;
        break;
      case 'iped':
        if (isHeavyInIped(next.meant)) return true;
        leafCount++;
        break;
      case 'term':
      case 'range':
      case 'exists':
      case 'whole':
      case 'set':
      case 'all':
        leafCount++;
        break;
    }
    if (leafCount > LIGHT_LEAF_COUNT_MAX) return true;
  }
  return false;
}
