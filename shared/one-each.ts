/** Who has something under way, which is refused for as long as one of the same has it, or `most` in all. */
export const oneEach = <Key extends string | number>(most: number) => {
  const keys = new Set<Key>()
  return {
    isFull: (key: Key): boolean => keys.has(key) || keys.size >= most,
    add: (key: Key): void => {
      keys.add(key)
    },
    delete: (key: Key): void => {
      keys.delete(key)
    },
  }
}

export type OneEach<Key extends string | number> = ReturnType<typeof oneEach<Key>>
