/** The members that have a value: what was not sent is left out instead of being undefined. */
export const defined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }

/** A list that something is asked of: an empty one asks for nothing. */
export const nonEmpty = <Value>(values: readonly Value[] | undefined) =>
  values === undefined || values.length === 0 ? undefined : values
