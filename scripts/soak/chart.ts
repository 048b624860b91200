import type { Point } from './slope.ts'

type Line = { readonly name: string; readonly color: string; readonly points: readonly Point[] }

const [WIDTH, HEIGHT, LEFT, FOOT, TOP] = [900, 420, 70, 40, 20] as const
const TICKS = 5

const last = (points: readonly Point[]) => Math.max(0, ...points.map(({ x }) => x))
const highest = (points: readonly Point[]) => Math.max(0, ...points.map(({ y }) => y))

/** Lines over minutes as an SVG picture, all with one axis of `unit` from 0. */
export const chartOf = (title: string, unit: string, lines: readonly Line[]): string => {
  const right = Math.max(1, ...lines.map(({ points }) => last(points)))
  const top = Math.max(1, ...lines.map(({ points }) => highest(points))) * 1.1
  const x = (value: number) => (LEFT + (value / right) * (WIDTH - LEFT - 20)).toFixed(1)
  const y = (value: number) => (HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - TOP)).toFixed(1)
  const ticks = Array.from({ length: TICKS + 1 }, (_, n) => n / TICKS)
  const grid = ticks.map(
    part =>
      `<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(part * top)}" y2="${y(part * top)}" stroke="#ddd"/>` +
      `<text x="${LEFT - 8}" y="${y(part * top)}" text-anchor="end" dy="4">${(part * top).toFixed(0)}</text>` +
      `<text x="${x(part * right)}" y="${HEIGHT - FOOT + 18}" text-anchor="middle">${(part * right).toFixed(1)}</text>`,
  )
  const drawn = lines.map(
    ({ name, color, points }, at) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${points.map(one => `${x(one.x)},${y(one.y)}`).join(' ')}"/>` +
      `<text x="${LEFT + 10 + at * 160}" y="${TOP + 4}" fill="${color}">${name}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title><rect width="100%" height="100%" fill="#fff"/>`,
    ...grid,
    ...drawn,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 4}" text-anchor="middle">${title}: ${unit} over minutes</text>`,
    '</svg>\n',
  ].join('\n')
}
