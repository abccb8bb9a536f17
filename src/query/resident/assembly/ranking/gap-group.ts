/** Sums the numbers in sixteen bytes of gaps, so that lookups can skip them together. */

export function sumOf(bytes: v128): i32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Returns the sum of the numbers in the first `whole` bytes, the last of which must end a number. */
export function sumOfNumbers(bytes: v128, whole: i32): i32 {
  const zero = i8x16.splat(0);
  const isSecond = i8x16.shr_s(
    i8x16.shuffle(zero, bytes, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30),
    7,
  );
  const isThird = v128.and(
    isSecond,
    i8x16.shuffle(zero, isSecond, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30),
  );
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const isWithin = i8x16.lt_s(lanes, i8x16.splat(<i8>whole));
  const values = v128.and(v128.and(bytes, i8x16.splat(127)), isWithin);
  return (
    sumOf(v128.andnot(values, isSecond)) +
    (sumOf(v128.andnot(v128.and(values, isSecond), isThird)) << 7) +
    (sumOf(v128.and(values, isThird)) << 14)
  );
}
