import { userId, epochMs, type EpochMs, type IsoTime, isoTime } from '../../../shared/kernel/brands.ts'
import { describe, it } from 'vitest'
import type { UserFact } from '../../../shared/facts/user.ts'
import { user } from '../../../services/accounts/user.ts'
import { specify } from '../../support/given.ts'

const { given } = specify(user)
const uuid = '6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c3d'
const ada = {
  userId: userId(1),
  login: 'ada',
  email: 'ada@school.example',
  role: 'author',
  passwordHash: null,
} as const
const created: UserFact = { type: 'UserCreated', ...ada }
const password = { userId: userId(1), uuid, appId: '', name: 'Phone', hash: 'aa', salt: 'bb' } as const
const added: UserFact = { type: 'ApplicationPasswordCreated', ...password }
const revoked: UserFact = { type: 'ApplicationPasswordRevoked', userId: userId(1), uuid }

const cases: Readonly<Record<UserFact['type'], () => void>> = {
  UserCreated: () => {
    given()
      .when({ type: 'Create', ...ada })
      .then(created)
    given(created)
      .when({ type: 'Create', ...ada, login: 'bob' })
      .refuses('login-taken')
    given()
      .when({ type: 'SetRole', userId: userId(1), role: 'editor' })
      .refuses('user-not-found')
  },
  UserRoleChanged: () => {
    given(created)
      .when({ type: 'SetRole', userId: userId(1), role: 'editor' })
      .then({ type: 'UserRoleChanged', userId: userId(1), changes: { role: ['author', 'editor'] } })
    const left: UserFact = {
      ...{ type: 'UserRoleChanged', userId: userId(1), changes: { role: ['author', 'author'] } },
      leaves: true,
    }
    given(created)
      .when({ type: 'Leave', userId: userId(1) })
      .thenOnce('user-not-found', left)
    given(created, left)
      .when({ type: 'Leave', userId: userId(1) })
      .refuses('user-not-found')
    given(created, left)
      .when({ type: 'SetRole', userId: userId(1), role: 'administrator' })
      .refuses('user-not-found')
  },
  UserRenamed: () => {
    const renamed: UserFact = {
      ...{ type: 'UserRenamed', userId: userId(1) },
      changes: { display_name: ['', 'Ada L.'] },
    }
    given(created)
      .when({ type: 'Rename', userId: userId(1), displayName: 'Ada L.' })
      .then(renamed)
    given(created, renamed)
      .when({ type: 'Rename', userId: userId(1), displayName: 'Ada L.' })
      .then()
    given()
      .when({ type: 'Create', ...ada, displayName: 'Ada L.' })
      .then(created, renamed)
  },
  UserPasswordChanged: () => {
    const changed: UserFact = { type: 'UserPasswordChanged', userId: userId(1), passwordHash: 'h' }
    const change = (endApplications: boolean) =>
      ({ type: 'ChangePassword', userId: userId(1), passwordHash: 'h', endApplications }) as const
    given(created).when(change(true)).then(changed)
    given(created, changed).when(change(true)).then()
    given(created, added).when(change(false)).then(changed)
    given(created, added).when(change(true)).then(changed, revoked)
  },
  ApplicationPasswordCreated: () => {
    given(created)
      .when({ type: 'AddApplicationPassword', ...password })
      .then(added)
    given(created)
      .when({ type: 'AddApplicationPassword', ...password, name: ' ' })
      .refuses('application_password_empty_name')
    given(created)
      .when({ type: 'AddApplicationPassword', ...password, name: 'x'.repeat(201) })
      .refuses('application-password-name-too-long')
    const fifty = Array.from({ length: 50 }, (_, n): UserFact => ({
      ...added,
      ...password,
      uuid: `6f6b1c1e-8a5e-4b9e-9d0a-0d6a6f1b2c${n + 10}`,
    }))
    given(created, ...fifty)
      .when({ type: 'AddApplicationPassword', ...password })
      .refuses('too-many-application-passwords')
    given(created, ...fifty.slice(1))
      .when({ type: 'AddApplicationPassword', ...password })
      .then(added)
  },
  ApplicationPasswordUsed: () => {
    const use = (usedAt: IsoTime) => ({ userId: userId(1), uuid, usedAt, address: '192.0.2.1' })
    const first: UserFact = { type: 'ApplicationPasswordUsed', ...use(isoTime('2027-01-10T12:00:00.000Z')) }
    given(created, added)
      .when({ type: 'NoteUse', ...use(isoTime('2027-01-10T12:00:00.000Z')) })
      .then(first)
    // at most once in 24 h
    given(created, added, first)
      .when({ type: 'NoteUse', ...use(isoTime('2027-01-11T11:59:59.999Z')) })
      .then()
    const next = use(isoTime('2027-01-11T12:00:00.000Z'))
    given(created, added, first)
      .when({ type: 'NoteUse', ...next })
      .then({ type: 'ApplicationPasswordUsed', ...next })
    given(created)
      .when({ type: 'NoteUse', ...next })
      .then()
  },
  ApplicationPasswordRevoked: () => {
    given(created, added)
      .when({ type: 'RevokeApplicationPassword', userId: userId(1), uuid })
      .thenOnce('application-password-not-found', revoked)
  },
  PasswordLinkMade: () => {
    const link = { userId: userId(1), hash: 'aa', expires: epochMs(1_000), endApplications: true } as const
    const made: UserFact = { type: 'PasswordLinkMade', ...link }
    const changed: UserFact = { type: 'UserPasswordChanged', userId: userId(1), passwordHash: 'h' }
    const use = (hash: string, ms: EpochMs) =>
      ({ type: 'UsePasswordLink', userId: userId(1), hash, passwordHash: 'h', ms }) as const
    given(created)
      .when({ type: 'MakePasswordLink', ...link })
      .then(made)
    given(created, added, made)
      .when(use('aa', epochMs(999)))
      .then(changed, revoked)
    const kept: UserFact = { ...made, ...link, endApplications: false }
    given(created, added, kept)
      .when(use('aa', epochMs(999)))
      .then(changed)
    const other: UserFact = { ...changed, ...{ type: 'UserPasswordChanged', passwordHash: 'other' } }
    // too late, wrong, superseded, used, made void by another password, never made
    given(created, made)
      .when(use('aa', epochMs(1_000)))
      .refuses('password-link-void')
    given(created, made)
      .when(use('ab', epochMs(999)))
      .refuses('password-link-void')
    given(created, made, { ...made, ...link, hash: 'cc' })
      .when(use('aa', epochMs(999)))
      .refuses('password-link-void')
    given(created, made, other)
      .when(use('aa', epochMs(999)))
      .refuses('password-link-void')
    given(created)
      .when(use('aa', epochMs(999)))
      .refuses('password-link-void')
  },
  UserSignedIn: () => {
    const signIn = (signedInAt: IsoTime) => ({ type: 'NoteSignIn', userId: userId(1), signedInAt }) as const
    const noted = (signedInAt: IsoTime): UserFact => ({ type: 'UserSignedIn', userId: userId(1), signedInAt })
    const first = isoTime('2027-01-10T12:00:00.000Z')
    given(created).when(signIn(first)).then(noted(first))
    // at most once in an hour
    given(created, noted(first))
      .when(signIn(isoTime('2027-01-10T12:59:59.999Z')))
      .then()
    const next = isoTime('2027-01-10T13:00:00.000Z')
    given(created, noted(first)).when(signIn(next)).then(noted(next))
    given().when(signIn(first)).refuses('user-not-found')
  },
  SessionsEnded: () => {
    const ended: UserFact = { type: 'SessionsEnded', userId: userId(1) }
    const end = (changes: number) => ({ type: 'EndSessions', userId: userId(1), changes }) as const
    given(created).when(end(0)).then(ended)
    given(created, ended).when(end(1)).then(ended)
  },
}

describe('a user', () => {
  it.each(Object.entries(cases))('%s', (_, check) => {
    check()
  })
})
