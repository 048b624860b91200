import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { numberedFile, stemOf } from '../../../../services/images/file-name.ts'
import { imageTypeOf } from '../../../../services/images/file-type.ts'
import { sizedFile } from '../../../../shared/facts/image-files.ts'
import { pictureReader } from '../../../../services/images/picture.ts'
import { sizesOf } from '../../../../services/images/sizes.ts'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })

const read = pictureReader()

describe('sizes of a picture (spec 02 §1.1 image)', () => {
  it('are those smaller than it: 150x150 cropped, 300, 768 and 1024 wide', () => {
    expect(sizesOf({ width: 1200, height: 800 })).toEqual([
      { name: 'thumbnail', width: 150, height: 150 },
      { name: 'medium', width: 300, height: 200 },
      { name: 'medium_large', width: 768, height: 512 },
      { name: 'large', width: 1024, height: 683 },
    ])
    expect(sizesOf({ width: 768, height: 2000 }).map(({ name }) => name)).toEqual(['thumbnail', 'medium'])
    expect(sizesOf({ width: 301, height: 100 })).toEqual([{ name: 'medium', width: 300, height: 100 }])
    expect(sizesOf({ width: 150, height: 151 })).toEqual([{ name: 'thumbnail', width: 150, height: 150 }])
    expect(sizesOf({ width: 150, height: 150 })).toEqual([])
    expect(sizesOf({ width: 5000, height: 1 }).at(-1)).toEqual({ name: 'large', width: 1024, height: 1 })
  })
})

describe('reading a picture', () => {
  it.each([
    ['image/jpeg', () => drawn(400, 200).jpeg()],
    ['image/png', () => drawn(400, 200).png()],
    ['image/gif', () => drawn(400, 200).gif()],
    ['image/webp', () => drawn(400, 200).webp()],
    ['image/avif', () => drawn(400, 200).avif({ effort: 0 })],
  ] as const)('%s: dimensions, digest and smaller ones of the same kind', async (type, draw) => {
    const bytes = await draw().toBuffer()
    const picture = await read(bytes)
    expect(picture).toMatchObject({ type, width: 400, height: 200 })
    expect(picture?.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(picture?.sizes.map(({ name }) => name)).toEqual(['thumbnail', 'medium'])
    for (const size of picture?.sizes ?? []) {
      expect(imageTypeOf(size.bytes)).toBe(type)
      const { width, height } = await sharp(size.bytes).metadata()
      expect({ width, height }).toEqual({ width: size.width, height: size.height })
    }
  })

  it('every size looks as one that is made of the picture itself', async () => {
    const [width, height] = [1_600, 900]
    const pixels = Buffer.from(
      Array.from({ length: width * height * 4 }, (_, at) => {
        const [x, y] = [Math.floor(at / 4) % width, Math.floor(at / 4 / width)]
        return [(x * 255) / width, (y * 255) / height, ((x + y) * 255) / (width + height), 255 - y / 9][
          at % 4
        ]
      }).map(value => Math.round(value ?? 0)),
    )
    const bytes = await sharp(pixels, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    const picture = await read(bytes)
    expect(picture?.sizes.map(({ name }) => name)).toEqual(['thumbnail', 'medium', 'medium_large', 'large'])
    for (const size of picture?.sizes ?? []) {
      const fit = size.name === 'thumbnail' ? 'cover' : 'fill'
      const direct = sharp(bytes).resize({ width: size.width, height: size.height, fit })
      const [made, wanted] = await Promise.all([sharp(size.bytes).raw().toBuffer(), direct.raw().toBuffer()])
      expect(made.length).toBe(wanted.length)
      const furthest = made.reduce(
        (most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))),
        0,
      )
      expect(furthest, size.name).toBeLessThanOrEqual(6)
    }
  })

  it('of a very wide picture the square is cut out of the picture itself', async () => {
    const picture = await read(await drawn(3_000, 160).png().toBuffer())
    expect(picture?.sizes.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['thumbnail', 150, 150],
      ['medium', 300, 16],
      ['medium_large', 768, 41],
      ['large', 1024, 55],
    ])
    const [thumbnail] = picture?.sizes ?? []
    const { width, height } = await sharp(thumbnail?.bytes).metadata()
    expect([width, height]).toEqual([150, 150])
  })

  it('four sizes decode a large picture once: they cost less than decoding it twice', async () => {
    const side = 6_000
    const bytes = await drawn(side, side).png().toBuffer()
    const cpuOf = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    const once = () =>
      sharp(bytes).resize({ width: 1024, height: 1024, fit: 'fill' }).autoOrient().raw().toBuffer()
    const ratios: number[] = []
    for (let round = 0; round < 3; round++) {
      const decoding = await cpuOf(once)
      ratios.push((await cpuOf(() => read(bytes))) / decoding)
    }
    expect(Math.min(...ratios)).toBeLessThan(2)
  })

  it('stands upright, and smaller ones tell nothing of the camera', async () => {
    const bytes = await drawn(400, 200)
      .withExif({ IFD0: { Copyright: 'secret-place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Exif')).toBe(true)
    const picture = await read(bytes)
    expect(picture).toMatchObject({ width: 200, height: 400 })
    expect(picture?.sizes.map(size => Buffer.from(size.bytes).includes('Exif'))).toEqual([false])
  })

  it('takes no SVG, no other file, no half file, no enormous picture', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    expect(await read(Buffer.from(svg))).toBeNull()
    expect(await read(Buffer.from('<html></html>'))).toBeNull()
    expect(await read(Buffer.alloc(0))).toBeNull()
    expect(await read(await drawn(20, 20).tiff().toBuffer())).toBeNull()
    const small = await drawn(100, 100).jpeg().toBuffer()
    expect(await read(small.subarray(0, small.length / 2))).toBeNull()
    const large = await drawn(900, 900).png().toBuffer()
    expect(await read(large.subarray(0, large.length / 2))).toBeNull()
    const bomb = await sharp({
      create: { width: 10_000, height: 5_001, channels: 3, background: 'black' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await read(bomb)).toBeNull()
  })

  it('takes the first bytes for what they are, whatever follows', () => {
    expect(imageTypeOf(Buffer.from('\xff\xd8\xff\xe0', 'latin1'))).toBe('image/jpeg')
    expect(imageTypeOf(Buffer.from('GIF89a'))).toBe('image/gif')
    expect(imageTypeOf(Buffer.from('RIFF\n\n\n\nWEBP', 'latin1'))).toBe('image/webp')
    expect(imageTypeOf(Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'))).toBeNull()
    expect(imageTypeOf(Buffer.from('\0\0\0\x1cftypheic', 'latin1'))).toBeNull()
  })
})

describe('file names', () => {
  it.each([
    ['fair.jpg', 'fair'],
    ['Mon Été (1).JPG', 'mon-ete-1'],
    ['/pictures/2027/Fair.of.May.png', 'fair-of-may'],
    ['C:\\pictures\\fair.jpeg', 'fair'],
    ['../../etc/passwd', 'passwd'],
    ['/pictures/', 'pictures'],
    ['山川.png', 'image'],
    ['.jpg', 'image'],
    ['', 'image'],
    ['fair-150x150.jpg', 'fair-150x150-1'],
    ['FAIR-150X150.JPG', 'fair-150x150-1'],
    ['con.png', 'con-1'],
    ['LPT1.jpg', 'lpt1-1'],
    [`${'long '.repeat(100)}.jpg`, 'long-'.repeat(16).slice(0, -1)],
    [`${'x'.repeat(75)}-20x30-rest.jpg`, `${'x'.repeat(75)}-20x3-1`],
  ])('%s is filed as %s', (name, stem) => {
    expect(stemOf(name)).toBe(stem)
  })

  it('are numbered, and sizes are named after them', () => {
    expect(numberedFile('fair', 'jpg', 0)).toBe('fair.jpg')
    expect(numberedFile('fair', 'jpg', 1)).toBe('fair-1.jpg')
    expect(sizedFile('fair-1.jpg', { width: 150, height: 150 })).toBe('fair-1-150x150.jpg')
  })
})
