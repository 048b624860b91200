import type { SiteImages } from '../../services/wiring/api/images.ts'

/** A site without images that can get none. */
export const noImages: SiteImages = {
  exists: async () => false,
  add: async () => ({ refusal: 'none is taken here' }),
  byAddress: {
    allows: () => false,
    known: async () => null,
    fetch: async () => ({ ok: false, reason: 'unreachable' }),
  },
  byFile: async () => null,
  movingIn: {
    library: {
      add: () => Promise.reject(new Error('none is taken here')),
      load: async () => null,
      wasEver: async () => false,
      byFile: async () => null,
      from: async () => [],
    },
    readPicture: async () => null,
  },
}
