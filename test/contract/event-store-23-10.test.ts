import { dialectContract } from './event-store-dialect.contract.ts'

dialectContract('23.10')
