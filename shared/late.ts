/**
 * What is large and not always needed, loaded when it is first asked for: `late(() => import('…'))`. A start that does
 * without it is the sooner done and the smaller for it.
 */
export const late = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded>) => {
  let loaded: Promise<Loaded> | null = null
  return () => (loaded ??= load())
}
