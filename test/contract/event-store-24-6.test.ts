import { dialectContract } from './event-store-dialect.contract.ts'

dialectContract('24.6')
