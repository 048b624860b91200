import { dialectContract } from './event-store-dialect.contract.ts'

dialectContract('25.0')
