const MIB = 1024 * 1024
/** Of what may be kept: views that all processes share, in memory where documents are. */
const STORED_SHARE = 1 / 4

/** How the memory for what is kept to save work (setting `CACHE_MB`) is shared out, in bytes. */
export const cacheShares = (megabytes: number): { readonly stored: number; readonly kept: number } => {
  const stored = Math.floor(megabytes * MIB * STORED_SHARE)
  return { stored, kept: megabytes * MIB - stored }
}
