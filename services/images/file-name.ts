import { foldLetters } from '../../shared/kernel/text/spelling.ts'

const CHARACTERS = 80
/** Files of smaller sizes are named so: no picture itself is. */
const SIZE_SUFFIX = /-\d+x\d+$/
/** Some disks take them for devices, whatever stands behind a dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/

/**
 * First part of a file name, made of a sent name or of the last part of an address: `Mon Été (1).JPG` → `mon-ete-1`.
 * Lower case letters, digits, `-` and `_`, so that it stands as it is in any address and on any disk.
 */
export const stemOf = (name: string): string => {
  const last = name.split(/[/\\]/).findLast(part => part !== '') ?? ''
  const stem = foldLetters(last.replace(/\.\w{1,5}$/, ''))
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, CHARACTERS)
    .replace(/^[-_]+|[-_]+$/g, '')
  if (stem === '') return 'image'
  return SIZE_SUFFIX.test(stem) || DEVICE.test(stem) ? `${stem}-1` : stem
}

/** What a file is named after that came from an address. */
export const nameInAddress = (address: string): string => {
  const { pathname } = new URL(address)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/**
 * What every file is named like, those too whose picture was once stored without an extension (`dup`, `dup.8.jpg`): the
 * rest is asked for by nobody who has seen an address of ours.
 */
const FILE = /^[a-z\d_-]{1,120}(?:\.\d{1,16}(?:-\d+x\d+)?)?(?:\.[a-z]{3,4})?$/
export const isFileName = (text: string): boolean => FILE.test(text)

/** `fair.jpg`, `fair-1.jpg`, `fair-2.jpg` …; the first number is 0. */
export const numberedFile = (stem: string, extension: string, number: number): string =>
  `${stem}${number === 0 ? '' : `-${number}`}.${extension}`

/** `fair-150x150.jpg` → `fair.jpg`; a picture's own file stays. */
export const fullFile = (file: string): string => file.replace(/-\d+x\d+(?=\.\w+$)/, '')
