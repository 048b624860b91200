import type { UserId } from '../../../shared/kernel/brands.ts'
import type { Role } from '../../../shared/facts/user.ts'

export type User = { readonly id: UserId; readonly login: string; readonly role: Role }

/** Who asks: null = a guest. */
export type Caller = User | null
