/** Cases of Autopsy over HTTP: the contents of the database are found and shown completely. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { AutopsyWriter } from '../support/autopsy-case.ts';
import { Service } from '../support/http-service.ts';

const service = Service.beforeTests({});

beforeAll(async () => {
  const dir = join(service.dir, 'case');
  await mkdir(dir);
  const writer = new AutopsyWriter(dir);
  writer.artifact(1, 11, 1, ['TSK_MESSAGE', 'Message'], [['TSK_TEXT', 0, 'x']]);
  writer.artifact(2, 12, 1, ['TSK_WEB_HISTORY', 'Web History'], [['TSK_URL', 0, 'x']]);
  writer.exec("UPDATE blackboard_attributes SET value_text = 'beforeword' || char(0) || 'afterword'");
  writer.close();
  expect((await service.post('/sources', { id: 'A', path: dir })).status).toBe(200);
});

async function idsOf(q: string): Promise<number[]> {
  const { json } = await service.get(`/search?q=${encodeURIComponent(q)}`);
  return (json.docs as { id: number }[]).map(({ id }) => id);
}

test('a text and an attribute continue after a NUL, which separates words', async () => {
  expect(await idsOf('afterword')).toEqual([11, 12]);
  expect(await idsOf('"beforeword afterword"')).toEqual([11, 12]);
  expect(await idsOf('url:afterword')).toEqual([12]);
  expect((await service.get('/sources/A/docs/11/text')).text).toBe('beforeword\0afterword');
  expect((await service.get('/sources/A/docs/12')).json.properties.url).toEqual(['beforeword\0afterword']);
});

test('an artifact without a text has its values as text', async () => {
  const own = await service.get('/sources/A/docs/11/text');
  const row = await service.get('/sources/A/docs/12/text');
  expect([own.headers['x-text-source'], row.headers['x-text-source']]).toEqual(['case', 'row']);
  expect(row.text).toBe('category: Web History\nurl: beforeword\0afterword');
});
