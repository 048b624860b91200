/** Halves a size that does something until it no longer does it; answers the last that did. `size` itself does. */
export const smallest = async (size: number, does: (size: number) => Promise<boolean>): Promise<number> => {
  let known = size
  while (known > 1) {
    const half = Math.floor(known / 2)
    if (!(await does(half))) return known
    known = half
  }
  return known
}
