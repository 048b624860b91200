import { describe, expect, it } from 'vitest'
import type { UserFact } from '../../../shared/facts/user.ts'
import { user } from '../../../services/accounts/user.ts'
import { specify } from '../../support/given.ts'

const { given } = specify(user)
const uuid = '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d'
const ada = {
  userId: 1,
  login: 'ada',
  email: 'ada@school.example',
  role: 'author',
  passwordHash: null,
} as const
const created: UserFact = { type: 'UserCreated', ...ada }
const password = { userId: 1, uuid, appId: '', name: 'Phone', hash: 'aa', salt: 'bb' } as const
const added: UserFact = { type: 'ApplicationPasswordCreated', ...password }
const revoked: UserFact = { type: 'ApplicationPasswordRevoked', userId: 1, uuid }

const cases: Readonly<Record<UserFact['type'], () => void>> = {
  UserCreated: () => {
    given()
      .when({ type: 'Create', ...ada })
      .then(created)
    given(created)
      .when({ type: 'Create', ...ada, login: 'bob' })
      .refuses('login-taken')
    given().when({ type: 'SetRole', userId: 1, role: 'editor' }).refuses('user-not-found')
  },
  UserRoleChanged: () => {
    given(created)
      .when({ type: 'SetRole', userId: 1, role: 'editor' })
      .then({ type: 'UserRoleChanged', userId: 1, changes: { role: ['author', 'editor'] } })
  },
  UserPasswordChanged: () => {
    const changed: UserFact = { type: 'UserPasswordChanged', userId: 1, passwordHash: 'h' }
    expect([created, changed].reduce(user.evolve, user.initial)).toMatchObject({ passwordHash: 'h' })
  },
  ApplicationPasswordCreated: () => {
    given(created)
      .when({ type: 'AddApplicationPassword', ...password })
      .then(added)
    given(created)
      .when({ type: 'AddApplicationPassword', ...password, name: ' ' })
      .refuses('application_password_empty_name')
  },
  ApplicationPasswordRevoked: () => {
    given(created, added)
      .when({ type: 'RevokeApplicationPassword', userId: 1, uuid })
      .thenOnce('application-password-not-found', revoked)
  },
}

describe('a user', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })
})
