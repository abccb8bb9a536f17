import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { EndListeners, onAbort } from '../../../src/shared/ends/end-listeners.ts';

test('a signal has one listener, whatever waits for it', () => {
  const controller = new AbortController();
  const called: number[] = [];
  for (let i = 0; i < 30; i++) onAbort(controller.signal, () => called.push(i));
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(1);
  controller.abort();
  expect(called).toEqual(Array.from({ length: 30 }, (_, i) => i));
});

test('removed listeners are not called, and nothing is called twice', () => {
  let end = (): void => undefined;
  const listeners = new EndListeners<object>((_, onEnd) => {
    end = onEnd;
  });
  const target = {};
  const called: string[] = [];
  const both = (): void => void called.push('both');
  listeners.add(target, both);
  const forget = listeners.add(target, both);
  listeners.add(target, () => {
    called.push('last');
    forgetLater();
  });
  const forgetLater = listeners.add(target, () => called.push('taken back by the one before'));
  forget();
  end();
  end();
  expect(called).toEqual(['both', 'last']);
});

test('each target has its own end', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const called: string[] = [];
  onAbort(one.signal, () => called.push('one'));
  onAbort(other.signal, () => called.push('other'));
  other.abort();
  expect(called).toEqual(['other']);
});
