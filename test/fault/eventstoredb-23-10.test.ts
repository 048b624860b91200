import { eventStoreDbFaults } from './event-store-eventstoredb.faults.ts'

eventStoreDbFaults('23.10')
