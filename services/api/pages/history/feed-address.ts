/** Where readers of feeds find what happened lately. */
export const HISTORY_FEED = '/history.atom'
