import { timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal; takes the same time wherever they differ. */
export const sameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
