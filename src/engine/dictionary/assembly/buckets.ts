/**
 * Writes the terms of a dictionary in buckets, and its index. ../dictionary-writer.ts describes the format of both.
 */
import { copy, putVarint, take } from '../../../kernel/assembly/room';
import { sharedBytes } from '../../../kernel/assembly/text-bytes';
import { addTermGrams, layGrams, putGrams } from './grams';
import { BUCKETS, GRAMS, INDEX, layStream, lengthOf, MORE, POSTINGS, partEnd, reachEnd } from './streams';

/** Numbers of a term's head that are below this are stored in four bits. */
const FOUR_BITS: usize = 15;
/** Maximum bytes of the head of a bucket, and of its entry in the index besides its bound. */
const HEAD_BYTES: usize = 48;
const ENTRY_BYTES: usize = 24;

let termsPerBucket: u32 = 0;

/** The current term, and the last different one. */
let term: usize = 0;
let termBytes: usize = 0;
export let last: usize = 0;
export let lastBytes: usize = 0;
let bound: usize = 0;
let boundBytes: usize = 0;

/** The bucket: its terms, their infos, and the offset of its lists. */
let inBucket: u32 = 0;
let bucketTerms: usize = 0;
let bucketTermsEnd: usize = 0;
let infos: usize = 0;
let infosEnd: usize = 0;
let lists: u64 = 0;
/** Numbers of terms and buckets in the field. */
export let terms: u32 = 0;
export let buckets: u32 = 0;

/** Lays out memory for terms of up to `bytesOfTerm`, infos of up to `bytesOfInfo`, and the output of `pieceBytes` of records. */
export function layBuckets(
  perBucket: u32,
  gramRows: u32,
  bytesOfTerm: usize,
  bytesOfInfo: usize,
  pieceBytes: usize,
  termsOfPiece: usize,
): void {
  termsPerBucket = perBucket;
  layGrams(gramRows);
  term = take(bytesOfTerm + MORE);
  last = take(bytesOfTerm + MORE);
  bound = take(bytesOfTerm + MORE);
  const ofTerms = (bytesOfTerm + MORE) * <usize>perBucket;
  const ofInfos = (bytesOfInfo + MORE) * <usize>perBucket;
  bucketTerms = take(ofTerms);
  infos = take(ofInfos);
  const most = termsOfPiece / <usize>perBucket + 2;
  layStream(BUCKETS, ofTerms + ofInfos + 2 * pieceBytes + HEAD_BYTES * most);
  layStream(INDEX, bytesOfTerm + pieceBytes + ENTRY_BYTES * most);
  layStream(GRAMS, <usize>(gramRows >> 3) * most);
  bucketTermsEnd = bucketTerms;
  infosEnd = infos;
}

export function beginTerms(): void {
  terms = 0;
  buckets = 0;
  boundBytes = 0;
  lists = lengthOf(POSTINGS);
}

/** Sets the next term. */
export function setTerm(at: usize, bytes: usize): void {
  copy(term, at, bytes);
  termBytes = bytes;
}

/**
 * Adds the term, which must be greater than the last. Returns the address for its info. `endTerm` takes the end of the info.
 */
export function putTerm(): usize {
  let shared: usize = 0;
  if (inBucket > 0) {
    shared = sharedBytes(last, term, min(lastBytes, termBytes));
    while (shared > 0 && shared < termBytes && (load<u8>(term + shared) & 0xc0) === 0x80) shared--;
  } else putBound();
  bucketTermsEnd = putCoded(bucketTermsEnd, term, shared, termBytes);
  addTermGrams(term, shared, termBytes);
  const before = last;
  last = term;
  lastBytes = termBytes;
  term = before;
  return infosEnd;
}

export function endTerm(end: usize): void {
  infosEnd = end;
  terms++;
  if (++inBucket === termsPerBucket) endBucket();
}

/**
 * Writes a term that shares its first bytes with the previous one. src/engine/dictionary/front-coding.ts describes the format.
 */
function putCoded(at: usize, own: usize, shared: usize, bytes: usize): usize {
  const further = bytes - shared;
  store<u8>(at, <u8>((min(shared, FOUR_BITS) << 4) | min(further, FOUR_BITS)));
  let to = at + 1;
  if (shared >= FOUR_BITS) to = putVarint(to, shared - FOUR_BITS);
  if (further >= FOUR_BITS) to = putVarint(to, further - FOUR_BITS);
  copy(to, own + shared, further);
  return to + further;
}

/** Writes the bound: the shortest prefix of the first term of a bucket that is greater than the last term. */
function putBound(): void {
  let bytes: usize = 0;
  if (buckets > 0) bytes = min(sharedBytes(last, term, min(lastBytes, termBytes)) + 1, termBytes);
  const shared = sharedBytes(bound, term, min(boundBytes, bytes));
  reachEnd(INDEX, putCoded(partEnd(INDEX), term, shared, bytes));
  copy(bound, term, bytes);
  boundBytes = bytes;
}

/** Ends the last bucket, if it has terms. */
export function endBucket(): void {
  if (inBucket === 0) return;
  const ofTerms = bucketTermsEnd - bucketTerms;
  const ofInfos = infosEnd - infos;
  const start = partEnd(BUCKETS);
  store<u8>(start, <u8>inBucket);
  let to = putVarint(putVarint(start + 1, ofTerms), lists);
  memory.copy(to, bucketTerms, ofTerms);
  memory.copy(to + ofTerms, infos, ofInfos);
  to += ofTerms + ofInfos;
  reachEnd(BUCKETS, to);
  reachEnd(INDEX, putVarint(partEnd(INDEX), to - start));
  reachEnd(GRAMS, putGrams(partEnd(GRAMS)));
  bucketTermsEnd = bucketTerms;
  infosEnd = infos;
  inBucket = 0;
  buckets++;
  lists = lengthOf(POSTINGS);
}
