import { openedOnce } from './remembered.ts'

/**
 * What is large and not always needed, loaded when it is first asked for: `late(() => import('…'))`. A start that does
 * without it is the sooner done and the smaller for it. What failed is loaded again by the next who asks.
 */
export const late = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded>) => openedOnce(load).now
