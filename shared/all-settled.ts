/** What all of them answer, when none is under way any more. Throws what the first of them, as they stand, threw. */
export const allSettled = async <const Doing extends readonly unknown[]>(
  doing: Doing,
): Promise<{ -readonly [Index in keyof Doing]: Awaited<Doing[Index]> }> => {
  await Promise.allSettled(doing)
  return Promise.all(doing)
}
