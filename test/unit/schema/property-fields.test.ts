/** Every property has a field of its own, and the field leads back to it. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fieldOfProperty, propertyOfField, SET_FIELDS } from '../../../src/schema/well-known-fields.ts';

const taken = [...SET_FIELDS, 'content', 'id', 'parentId'];
const names = fc.oneof(
  fc.string(),
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(...taken, 'other'))
    .map(([times, name]) => `${'property:'.repeat(times)}${name}`),
);

test('the field of a property leads back to it', () => {
  fc.assert(fc.property(names, (name) => expect(propertyOfField(fieldOfProperty(name))).toBe(name)));
});

test('two properties never share a field', () => {
  fc.assert(fc.property(names, names, (a, b) => expect(fieldOfProperty(a) === fieldOfProperty(b)).toBe(a === b)));
});
