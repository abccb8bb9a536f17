/**
 * A connection to a node that notices when the node becomes silent. A machine that lost power closes no connection, so a
 * request would wait for its time limit. This sends small requests in parallel to a long one. If the node does not answer these
 * either, the request fails as if the connection had been closed, and is repeated at another node.
 */
import type { ClientRequest } from 'node:http';
import type { Connection } from '@opensearch-project/opensearch';

/** Decides when a node counts as silent. Times are in milliseconds. */
export interface WatchTimes {
  /** Small requests are sent when a request takes longer than this. */
  readonly long: number;
  /** How long a node may take to answer a small request. */
  readonly answer: number;
}

export const WATCH_TIMES: WatchTimes = { long: 3000, answer: 4000 };
/** If this many small requests in a row get no answer, the node counts as dead. */
const UNANSWERED_MAX = 2;

type Request = Parameters<Connection['request']>[0];
type Callback = Parameters<Connection['request']>[1];

/** Returns the connection class for the client, derived from its own. */
export function watched(Own: typeof Connection, { long, answer }: WatchTimes): typeof Connection {
  return class extends Own {
    override request(params: Request, callback: Callback): ClientRequest {
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      let unanswered = 0;
      const end = (): void => {
        isOver = true;
        clearTimeout(timer);
      };
      const request = super.request(params, (fault, response) => {
        if (response === null) end();
        else {
          quiet(request);
          response.once('close', end);
        }
        callback(fault, response);
      });
      const ask = (): void => {
        const asked = super.request(whetherThere(params, answer), (fault, response) => {
          if (response !== null) {
            quiet(asked);
            response.resume();
          }
          if (isOver) return;
          unanswered = fault === null ? 0 : unanswered + 1;
          if (unanswered === UNANSWERED_MAX) request.destroy(new Error('the node is silent'));
          else timer = setTimeout(ask, fault === null ? long : 0).unref();
        });
      };
      if (!isOver) timer = setTimeout(ask, long).unref();
      return request;
    }
  };
}

function whetherThere({ headers = {} }: Request, timeout: number): Request {
  const { authorization } = headers as Readonly<Record<string, string | undefined>>;
  return { method: 'HEAD', path: '/', timeout, headers: authorization === undefined ? {} : { authorization } };
}

/** The client prints errors after the first byte to standard output, in addition to reporting them properly. */
function quiet(request: ClientRequest): void {
  request.removeAllListeners('error');
  request.on('error', () => undefined);
}
