import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bare } from '../../../../services/images/bare/bare.ts'
import { pictureReader } from '../../../../services/images/picture.ts'
import { ImageType } from '../../../../shared/facts/image.ts'
import { shownIn, telling, TRACE } from '../../../support/told-pictures.ts'

const TYPES = ImageType.options
const TURNED = [1, 6, 8] as const
const cases = TYPES.flatMap(type => TURNED.map(orientation => [type, orientation] as const))
const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString('latin1')

describe('02 §5 image: a picture is kept without what tells of its camera', () => {
  it.each(cases)(
    '%s, turned %i: the same pixels, colours and turn, and no trace',
    async (type, orientation) => {
      const bytes = await telling(type, orientation)
      expect(text(bytes)).toContain(TRACE)
      const turned = (await sharp(bytes).metadata()).orientation ?? 1
      const kept = bare(bytes, type, turned)
      if (kept === null) throw new Error('could not be read')
      expect(text(kept)).not.toMatch(/secret-trace|xmpmeta|Photoshop|prVt|PRVT/)
      expect(await shownIn(kept)).toEqual(await shownIn(bytes))
      const { exif, xmp, iptc, comments } = await sharp(kept).metadata()
      expect([xmp, iptc, comments]).toEqual([undefined, undefined, undefined])
      // what is left of EXIF is one number
      if (exif !== undefined) expect(exif.length).toBeLessThan(40)
      expect(bare(kept, type, turned)?.equals(kept), 'again').toBe(true)
    },
  )

  it.each(TYPES)('%s: what is read of it is already so', async type => {
    const bytes = await telling(type, 6)
    const picture = await pictureReader()(bytes)
    expect(text(picture?.bytes)).not.toContain(TRACE)
    const hash = (of: Uint8Array | undefined) =>
      createHash('sha256')
        .update(of ?? '')
        .digest('hex')
    expect(picture?.digest).toBe(hash(picture?.bytes))
    expect(picture?.sentDigest).toBe(hash(bytes))
  })

  it('a moving picture goes on moving', async () => {
    const frames = Buffer.alloc(20 * 40 * 3, 90).fill(200, 20 * 20 * 3)
    const moving = () => sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    for (const [type, made] of [
      ['image/gif', moving().gif({ loop: 3, delay: [100, 200] })],
      [
        'image/webp',
        moving()
          .webp({ loop: 3, delay: [100, 200] })
          .withExif({ IFD0: { Artist: TRACE } }),
      ],
    ] as const) {
      const bytes = await made.toBuffer()
      const kept = bare(bytes, type, 1)
      expect(text(kept)).not.toContain(TRACE)
      const { pages, loop, delay } = await sharp(kept ?? bytes, { animated: true }).metadata()
      expect({ pages, loop, delay }, type).toEqual({ pages: 2, loop: 3, delay: [100, 200] })
    }
  })

  it('a progressive JPEG of four colours stays what it is', async () => {
    const made = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c81e1e' } })
    const bytes = await made
      .toColourspace('cmyk')
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Artist: TRACE } })
      .toBuffer()
    const kept = bare(bytes, 'image/jpeg', 1)
    expect(text(kept)).not.toContain(TRACE)
    const { space, isProgressive } = await sharp(kept ?? bytes).metadata()
    expect([space, isProgressive]).toEqual(['cmyk', true])
    expect(await shownIn(kept ?? bytes)).toEqual(await shownIn(bytes))
  })

  it.each(TYPES)(
    '%s: no cut and no wrong byte ends in anything but a file without traces, or none',
    async type => {
      const bytes = await telling(type, 6)
      for (let at = 0; at < bytes.length; at += 3) {
        const kept = bare(bytes.subarray(0, at), type, 6)
        if (kept !== null) expect(text(kept), `cut at ${at}`).not.toMatch(/secret-trace/)
        const wrong = Buffer.from(bytes)
        wrong[at] = 0xff
        expect(() => bare(wrong, type, 6), `wrong at ${at}`).not.toThrow()
      }
    },
  )

  it.each([
    ['image/jpeg', [0xff, 0xd8], [0xff, 0xfe, 0, 2], [0xff, 0xd9]],
    [
      'image/png',
      Array(8).fill(0),
      [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 1, 2, 3, 4],
      [0, 0, 0, 0, 73, 69, 78, 68, 1, 2, 3, 4],
    ],
    ['image/gif', [...Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')], [0x21, 0xfe, 0], [0x3b]],
  ] as const)('%s: 50,000 parts are looked at, and no more', (type, head, part, end) => {
    const file = (count: number) =>
      Buffer.from([...head, ...Array<readonly number[]>(count).fill(part).flat(), ...end])
    expect(bare(file(49_999), type, 1)).not.toBeNull()
    expect(bare(file(50_000), type, 1)).toBeNull()
  })

  it('a file whose parts cannot be told apart is made anew', async () => {
    const bytes = await telling('image/jpeg', 6)
    const next = 4 + bytes.readUInt16BE(4)
    // two bytes between segments that belong to none: decoders step over them
    const odd = Buffer.concat([bytes.subarray(0, next), Buffer.from('xx'), bytes.subarray(next)])
    expect(bare(odd, 'image/jpeg', 6)).toBeNull()
    const picture = await pictureReader()(odd)
    expect(text(picture?.bytes)).not.toContain(TRACE)
    expect(picture).toMatchObject({ type: 'image/jpeg', width: 20, height: 40 })
    expect((await sharp(picture?.bytes).metadata()).icc).toBeDefined()
  })
})
