/**
 * A connection to a node that notices when the node falls silent: a machine that lost its power closes nothing, so a request would
 * wait until its time is over. One that takes long is accompanied by small ones; if the node leaves these without an answer too, the request
 * fails as if the connection had been closed, and is repeated at another node.
 */
import type { ClientRequest } from 'node:http';
import { Connection } from '@opensearch-project/opensearch';

/** A request is accompanied from so many milliseconds on. */
const LONG = 3000;
/** How long a node may take to say that it is there. */
const ANSWERS_WITHIN = 4000;
/** So many small requests in a row without an answer mean that it is not. */
const UNANSWERED_MAX = 2;

type Request = Parameters<Connection['request']>[0];
type Callback = Parameters<Connection['request']>[1];

export class WatchedConnection extends Connection {
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
      const asked = super.request(askWhetherThere(params), (fault, response) => {
        if (response !== null) {
          quiet(asked);
          response.resume();
        }
        if (isOver) return;
        unanswered = fault === null ? 0 : unanswered + 1;
        if (unanswered === UNANSWERED_MAX) request.destroy(new Error('the node is silent'));
        else timer = setTimeout(ask, fault === null ? LONG : 0).unref();
      });
    };
    if (!isOver) timer = setTimeout(ask, LONG).unref();
    return request;
  }
}

function askWhetherThere({ headers = {} }: Request): Request {
  const { authorization } = headers as Readonly<Record<string, string | undefined>>;
  return {
    method: 'HEAD',
    path: '/',
    timeout: ANSWERS_WITHIN,
    headers: authorization === undefined ? {} : { authorization },
  };
}

/** The client prints to the standard output what goes wrong after the first byte, which it also reports in the right way. */
function quiet(request: ClientRequest): void {
  request.removeAllListeners('error');
  request.on('error', () => undefined);
}
