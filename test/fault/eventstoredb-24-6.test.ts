import { eventStoreDbFaults } from './event-store-eventstoredb.faults.ts'

eventStoreDbFaults('24.6')
