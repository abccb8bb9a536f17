/** The connection to a cluster whose nodes die, fall silent or are slow. Real servers on loopback take the place of nodes. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ClusterLink } from '../../../src/cluster/link/cluster-link.ts';
import { pause, settled } from '../../support/until.ts';

const TIMES = { patience: 1500, reach: 1000, request: 10_000, watch: { long: 60, answer: 1000 } };
const REQUEST = { method: 'POST', path: '/index/_search' } as const;
const servers: Server[] = [];
const links: ClusterLink[] = [];

afterEach(async () => {
  await Promise.all(links.splice(0).map((link) => link.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function node(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const linkTo = (...nodes: string[]): ClusterLink => linkWith(TIMES, ...nodes);

function linkWith(times: typeof TIMES, ...nodes: string[]): ClusterLink {
  const link = new ClusterLink({ nodes, authorization: 'Basic c2VjcmV0' }, times);
  links.push(link);
  return link;
}

const answering =
  (count: number, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ count }));
  };
const silent: RequestListener = () => undefined;

describe('a link to a cluster', () => {
  test('abandons a node that is silent and closes nothing, even in the middle of an answer', async () => {
    const asked: (string | undefined)[] = [];
    const halting: RequestListener = (request, response) => {
      asked.push(`${request.method} ${request.headers.authorization}`);
      if (request.method === 'POST') response.writeHead(200, { 'content-type': 'application/json' }).write('{"count"');
    };
    const link = linkTo(await node(silent), await node(halting), await node(answering(3)));
    for (let n = 0; n < 3; n++) expect(await link.ask(REQUEST)).toEqual({ count: 3 });
    expect(asked).toEqual(['POST Basic c2VjcmV0', 'HEAD Basic c2VjcmV0', 'HEAD Basic c2VjcmV0']);
  });

  test('waits for a slow node that reports that it is alive', async () => {
    const slow: RequestListener = (request, response) => {
      void pause(request.method === 'HEAD' ? 0 : 1500).then(() => answering(1)(request, response));
    };
    expect(await linkTo(await node(slow)).ask(REQUEST)).toEqual({ count: 1 });
  });

  test('repeats a request that failed after a long time', async () => {
    let tries = 0;
    const late: RequestListener = (request, response) => {
      if (request.method === 'HEAD') answering(0)(request, response);
      else if (++tries === 1) void pause(TIMES.patience + 100).then(() => answering(0, 503)(request, response));
      else answering(2)(request, response);
    };
    expect(await linkTo(await node(late)).ask(REQUEST)).toEqual({ count: 2 });
    expect(tries).toBe(2);
  });

  test.each([
    [404, 'illegal_index_shard_state_exception', 'again'],
    [404, 'shard_not_found_exception', 'again'],
    [500, 'already_closed_exception', 'again'],
    [500, 'node_disconnected_exception', 'again'],
    [404, 'index_not_found_exception', 'once'],
    [400, 'too_many_clauses', 'once'],
    [500, 'null_pointer_exception', 'once'],
  ])('after %i %s, from a shard, a node or neither, a request is sent %s', async (status, type, times) => {
    let tries = 0;
    const failing: RequestListener = (request, response) => {
      if (request.method === 'HEAD') answering(0)(request, response);
      else if (++tries > 1) answering(4)(request, response);
      else {
        const error = { type: 'search_phase_execution_exception', reason: 'all shards failed', root_cause: [{ type }] };
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error, status }));
      }
    };
    const answer = linkTo(await node(failing)).ask(REQUEST);
    if (times === 'again') expect(await answer).toEqual({ count: 4 });
    else await expect(answer).rejects.toMatchObject({ status, type });
    expect(tries).toBe(times === 'again' ? 2 : 1);
  });

  test('fails and names the cluster if no node can be reached', async () => {
    const patient = { ...TIMES, patience: 2 ** 31 };
    const asked = linkWith(patient, 'http://127.0.0.1:9').ask(REQUEST);
    await expect(settled(asked, 'a request to a node that is away')).rejects.toMatchObject({ code: 'CLUSTER_AWAY' });
  });
});
