import { eventStoreDbFaults } from './event-store-eventstoredb.faults.ts'

eventStoreDbFaults('25.0')
