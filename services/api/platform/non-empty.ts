/** A list that something is asked of: an empty one asks for nothing. */
export const nonEmpty = <Value>(values: readonly Value[] | undefined) =>
  values === undefined || values.length === 0 ? undefined : values
