/**
 * The lines of a review in an export: its settings, then its batches in their order, then its decisions.
 *
 *     {"review":"First
 *     pass","order":["id"],"codings":["Relevance"],"assignees":[],"batch":200,"together":null,"giveBackSeconds":3600,
 *      "creator":"anna","created":TIME,"asked":null,"secondLook":null}
 *     {"review":"First pass","number":1,"holder":{"who":"anna","time":TIME},"sources":["A"],"items":[[0,[7,5]]]}
 *     {"review":"First pass","layer":"choice","coding":"Relevance","choice":"Invoices","who":"anna","source":"A","ids":[5]}
 *
 * Items without a batch are in lines `{"review":"First pass","source":"A","ids":[9]}`. `layer`: see ../reviews/decision.ts.
 * `"gone":true`: the bookmark of the choice was deleted. A second look has `{"of":"First
 * pass","percent":10,"seed":7,"accepted":null}`, and comes after its review.
 */
import type { AppError } from '../../shared/errors.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import type { MemberSet } from '../member-set.ts';
import { everySource, type SourceItems } from '../references.ts';
import type { BatchHolder, ItemRef, ReviewBatch } from '../reviews/batch.ts';
import { LAYERS, type Layer, type RecordedDecision } from '../reviews/decision.ts';
import {
  BATCH_ITEMS_MAX,
  BATCHES_MAX,
  checkedChoices,
  GIVE_BACK_SECONDS_MAX,
  type ReviewSettings,
  reviewName,
  TOGETHER,
} from '../reviews/review.ts';
import { type Review, reviewOf, reviewsIn } from '../reviews/review-state.ts';
import { chunks, type ExchangeObject, malformed, onlyKeys, sourceItems } from './line-parts.ts';

const NAME_UNITS_MAX = 1000;

/** Settings with the review of a second look by name, not by number. */
export interface ExportedSettings extends Omit<ReviewSettings, 'secondLook'> {
  readonly secondLook: (Omit<NonNullable<ReviewSettings['secondLook']>, 'of'> & { readonly of: string | null }) | null;
}

export type ReviewPart =
  | { readonly part: 'settings'; readonly settings: ExportedSettings }
  | {
      readonly part: 'batch';
      readonly number: number;
      readonly holder: BatchHolder | null;
      readonly items: readonly ItemRef[];
    }
  | { readonly part: 'items'; readonly items: SourceItems }
  | { readonly part: 'decisions'; readonly decisions: ExportedDecisions; readonly items: SourceItems };

export interface ExportedDecisions {
  readonly layer: Layer;
  readonly coding: string | null;
  readonly choice: string | null;
  readonly isGone: boolean;
  readonly who: string | null;
}

/** Yields the lines of all reviews, or of the named one, as objects. */
export function* exportedReviews(state: BookmarkState, only?: string): Generator<object> {
  const all = reviewsIn(state).filter(({ name }) => only === undefined || name === only);
  const isLook = ({ settings }: Review): boolean => settings.secondLook !== null;
  for (const review of [...all.filter((one) => !isLook(one)), ...all.filter(isLook)]) {
    const { name, settings } = review;
    yield { review: name, ...exportedSettings(state, settings) };
    for (const batch of review.batches()) yield { review: name, ...exportedBatch(batch) };
    yield* looseItems(state, review);
    for (const one of review.decisions()) yield* exportedDecisions(state, review, one);
  }
}

function exportedSettings(state: BookmarkState, settings: ReviewSettings): ExportedSettings {
  const { order, codings, assignees, batch, together, giveBackSeconds, creator, created, asked } = settings;
  const look = settings.secondLook;
  const secondLook = look === null ? null : { ...look, of: reviewOf(state, look.of)?.name ?? null };
  return { order, codings, assignees, batch, together, giveBackSeconds, creator, created, asked, secondLook };
}

function exportedBatch({ number, holder, text: { sources, items } }: ReviewBatch): object {
  return { number, holder, sources, items };
}

/** Yields items without a batch, which remain if the creation of their batch was undone. */
function* looseItems(state: BookmarkState, review: Review): Generator<object> {
  const all = state.set(review.set);
  const batches = review.batches().map(({ set }) => state.set(set));
  const count = batches.reduce((sum, batch) => sum + batch.size(everySource), 0);
  if (count >= all.size(everySource)) return;
  const items = bySource(all).map(({ source, ids }) => {
    return { source, ids: ids.filter((id) => !batches.some((batch) => batch.has(source, id))) };
  });
  for (const chunk of chunks(items)) yield { review: review.name, ...chunk };
}

function* exportedDecisions(state: BookmarkState, review: Review, one: RecordedDecision): Generator<object> {
  const { layer, coding, who, choice: set } = one;
  const isGone = set !== null && state.nameOf(set) === undefined;
  const choice = review.nameOfChoice(one);
  for (const chunk of chunks(bySource(state.set(one.set)))) {
    yield { review: review.name, layer, coding, choice, ...(isGone && { gone: true }), who, ...chunk };
  }
}

/** Sorts by source, so that lines do not depend on the order in which sources got their first member. */
function bySource(set: MemberSet): readonly SourceItems[] {
  const sources = set.sizes(everySource).map(({ source }) => source);
  return sources.sort().map((source) => ({ source, ids: set.members(source) }));
}

/** Throws INVALID_REQUEST with the reason. */
export function parseReviewLine(value: ExchangeObject): { readonly review: string; readonly part: ReviewPart } {
  if (typeof value.review !== 'string') throw malformed('its "review" is not text');
  const review = reviewName(value.review);
  if (Object.hasOwn(value, 'layer')) return { review, part: decisionsPart(value) };
  if (Object.hasOwn(value, 'number')) return { review, part: batchPart(value) };
  if (Object.hasOwn(value, 'ids')) return { review, part: itemsPart(value) };
  return { review, part: { part: 'settings', settings: settingsOf(review, value) } };
}

function itemsPart(value: ExchangeObject): ReviewPart {
  onlyKeys(value, ['review', 'source', 'ids']);
  return { part: 'items', items: sourceItems(value) };
}

function decisionsPart(value: ExchangeObject): ReviewPart {
  onlyKeys(value, ['review', 'layer', 'coding', 'choice', 'gone', 'who', 'source', 'ids']);
  const { layer, coding, choice, gone = false, who } = value;
  const known = LAYERS.find((one) => one === layer);
  if (known === undefined) throw malformed('its "layer" is invalid');
  if (!isNameOrNull(coding) || !isNameOrNull(choice) || !isNameOrNull(who) || typeof gone !== 'boolean') {
    throw malformed('its coding, choice or person is not of the right type');
  }
  return {
    part: 'decisions',
    decisions: { layer: known, coding, choice, isGone: gone, who },
    items: sourceItems(value),
  };
}

function batchPart(value: ExchangeObject): ReviewPart {
  onlyKeys(value, ['review', 'number', 'holder', 'sources', 'items']);
  const { number, holder, sources, items } = value;
  if (!isWhole(number, 1, BATCHES_MAX)) throw malformed(`its "number" is not one from 1 to ${BATCHES_MAX}`);
  if (holder !== null && !isMoment(holder)) throw malformed('its "holder" is invalid');
  if (!Array.isArray(sources) || !Array.isArray(items)) throw malformed('its "sources" or "items" is not an array');
  const refs: ItemRef[] = [];
  for (const stretch of items) {
    if (!Array.isArray(stretch) || stretch.length !== 2) throw malformed('its "items" are not pairs');
    const { source, ids } = sourceItems({ source: sources[stretch[0] as number], ids: stretch[1] });
    for (const id of ids) refs.push({ source, id });
  }
  if (refs.length === 0) throw malformed('it has no items');
  return { part: 'batch', number, holder, items: refs };
}

const SETTINGS = [
  'order',
  'codings',
  'assignees',
  'batch',
  'together',
  'giveBackSeconds',
  'creator',
  'created',
  'asked',
];

function settingsOf(review: string, value: ExchangeObject): ExportedSettings {
  onlyKeys(value, ['review', ...SETTINGS, 'secondLook']);
  const { order, codings, assignees, batch, together, giveBackSeconds, creator, created, asked, secondLook } = value;
  const isRight =
    (order === null || isTexts(order)) &&
    isTexts(codings) &&
    isTexts(assignees) &&
    isWhole(batch, 1, BATCH_ITEMS_MAX) &&
    (together === null || isTogether(together)) &&
    isWhole(giveBackSeconds, 1, GIVE_BACK_SECONDS_MAX) &&
    isNameOrNull(creator) &&
    isTime(created) &&
    (asked === null || typeof asked === 'string') &&
    (secondLook === null || isSecondLook(secondLook));
  if (!isRight) throw malformed('a part of its review is missing or not of the right type');
  const { name: _name, ...checked } = checkedChoices({
    ...{ name: review, order, codings, assignees, batch, together, giveBackSeconds, asked },
  });
  return { ...checked, creator, created, secondLook };
}

function isSecondLook(value: unknown): value is NonNullable<ExportedSettings['secondLook']> {
  if (typeof value !== 'object' || value === null) return false;
  const { of, percent, seed, accepted, ...others } = value as ExchangeObject;
  return (
    Object.keys(others).length === 0 &&
    isNameOrNull(of) &&
    typeof percent === 'number' &&
    percent > 0 &&
    percent <= 100 &&
    isWhole(seed, 0, 0xffffffff) &&
    (accepted === null || isMoment(accepted))
  );
}

function isMoment(value: unknown): value is BatchHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { who, time, ...others } = value as ExchangeObject;
  return Object.keys(others).length === 0 && isNameOrNull(who) && isTime(time);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
}

function isNameOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= NAME_UNITS_MAX && value.isWellFormed());
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => isNameOrNull(one) && one !== null);
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isTogether(value: unknown): value is (typeof TOGETHER)[number] {
  return TOGETHER.some((one) => one === value);
}

export function noSuchChoice(choice: string): AppError {
  return malformed(`its choice ${JSON.stringify(choice)} is a bookmark that no earlier line creates`);
}

export function noSuchFirstLook(review: string): AppError {
  return malformed(`the review ${JSON.stringify(review)}, of which it is a second look, has no earlier lines`);
}
