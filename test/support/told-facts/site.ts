import { imageId, userId, epochMs, isoTime } from '../../../shared/kernel/brands.ts'
import { toldSettings, type Table } from './common.ts'

const imported = { importId: 'a1' } as const
const undo = { importId: 'i1', undoId: 'i1.1' } as const

/** Facts of the site, its images, its people and its imports. */
export const siteRows = {
  OverdueForgotten: [
    { type: 'OverdueForgotten', what: 'payloads', count: 12, before: isoTime('2027-05-01T20:00:00.000Z') },
    { what: [null, 'payloads'], count: [null, 12], before: [null, '2027-05-01T20:00:00.000Z'] },
  ],
  SiteSettingsChanged: [
    { type: 'SiteSettingsChanged', changes: { perPage: [null, 25], currencyCode: ['USD', 'EUR'] } },
    { perPage: [null, 25], currencyCode: ['USD', 'EUR'] },
  ],
  SiteSettingsReset: [
    { type: 'SiteSettingsReset', changes: { perPage: [25, null] } },
    { perPage: [25, null] },
  ],
  ImageAdded: [
    {
      type: 'ImageAdded',
      imageId: imageId(40),
      by: 'person',
      values: {
        ...{ file: 'fair.jpg', type: 'image/jpeg', width: 20, height: 10, bytes: 9, digest: 'a'.repeat(64) },
        ...{ sizes: [], source: null },
      },
    },
    {
      file: [null, 'fair.jpg'],
      width: [null, 20],
      height: [null, 10],
      bytes: [null, 9],
      digest: [null, 'a'.repeat(64)],
      sizes: [null, []],
      source: [null, null],
    },
  ],
  ImageCleaned: [
    {
      type: 'ImageCleaned',
      imageId: imageId(40),
      by: 'person',
      changes: { bytes: [9, 7], digest: ['a'.repeat(64), 'b'.repeat(64)] },
    },
    { bytes: [9, 7], digest: ['a'.repeat(64), 'b'.repeat(64)] },
  ],
  ImageAltTextChanged: [
    { type: 'ImageAltTextChanged', imageId: imageId(40), by: 'person', changes: { alt: ['', 'The fair'] } },
    { alt: ['', 'The fair'] },
  ],
  ImageRemoved: [{ type: 'ImageRemoved', imageId: imageId(40), by: 'person' }, {}],

  UserCreated: [
    {
      type: 'UserCreated',
      userId: userId(2),
      login: 'ana',
      email: 'ana@a.example',
      role: 'editor',
      passwordHash: '$argon2id$v=19$secret',
    },
    {
      login: [null, 'ana'],
      email: [null, 'ana@a.example'],
      role: [null, 'editor'],
      passwordHash: [null, '***'],
    },
  ],
  UserRoleChanged: [
    { type: 'UserRoleChanged', userId: userId(2), changes: { role: ['editor', 'author'] } },
    { role: ['editor', 'author'] },
  ],
  UserRenamed: [
    { type: 'UserRenamed', userId: userId(2), changes: { display_name: ['', 'Ada L.'] } },
    { display_name: ['', 'Ada L.'] },
  ],
  UserPasswordChanged: [
    { type: 'UserPasswordChanged', userId: userId(2), passwordHash: '$argon2id$v=19$secret' },
    { passwordHash: [null, '***'] },
  ],
  ApplicationPasswordUsed: [
    {
      type: 'ApplicationPasswordUsed',
      userId: userId(2),
      uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11',
      usedAt: isoTime('2027-01-10T12:00:00.000Z'),
      address: '192.0.2.1',
    },
    {
      uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'],
      usedAt: [null, '2027-01-10T12:00:00.000Z'],
      address: [null, '192.0.2.1'],
    },
  ],
  ApplicationPasswordCreated: [
    {
      type: 'ApplicationPasswordCreated',
      userId: userId(2),
      uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11',
      appId: '',
      name: 'Phone',
      hash: 'beef',
      salt: 'cafe',
    },
    {
      uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'],
      appId: [null, ''],
      name: [null, 'Phone'],
      hash: [null, '***'],
      salt: [null, '***'],
    },
  ],
  ApplicationPasswordRevoked: [
    { type: 'ApplicationPasswordRevoked', userId: userId(2), uuid: '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11' },
    { uuid: [null, '7f3c1c1e-8a55-4c4b-9d4e-5d0c3f1f6a11'] },
  ],
  PasswordLinkMade: [
    {
      type: 'PasswordLinkMade',
      userId: userId(2),
      hash: 'beef',
      expires: epochMs(1_800_000_000_000),
      endApplications: true,
    },
    { hash: [null, '***'], expires: [null, epochMs(1_800_000_000_000)], endApplications: [null, true] },
  ],
  UserSignedIn: [
    { type: 'UserSignedIn', userId: userId(2), signedInAt: isoTime('2027-01-10T12:00:00.000Z') },
    { signedInAt: [null, '2027-01-10T12:00:00.000Z'] },
  ],
  SessionsEnded: [{ type: 'SessionsEnded', userId: userId(2) }, {}],

  UndoChosen: [
    {
      ...{ type: 'UndoChosen', importId: 'put_back_0123456789abcdef', why: 'by mistake' },
      chosen: {
        ...{ actor: userId(2), source: 'desk', correlation: null, kind: null, member: 'title' },
        ...{ since: isoTime('2027-05-01T04:00:00.000Z'), until: null },
      },
    },
    {
      ...{ actor: [null, 2], source: [null, 'desk'], correlation: [null, null], kind: [null, null] },
      ...{ member: [null, 'title'], since: [null, '2027-05-01T04:00:00.000Z'], until: [null, null] },
      why: [null, 'by mistake'],
    },
  ],
  UndoItemsChosen: [
    { type: 'UndoItemsChosen', importId: 'put_back_0123456789abcdef', kind: 'event', ids: [41, 42] },
    { kind: [null, 'event'], items: [null, 2] },
  ],
  UndoBegun: [
    { type: 'UndoBegun', ...undo, of: 'i1', edited: false, askedBy: userId(2), total: 2 },
    { of: [null, 'i1'], edited: [null, false], total: [null, 2] },
  ],
  UndoItemsDone: [
    {
      ...{ type: 'UndoItemsDone', ...undo, done: 2 },
      counts: { trashed: 1, restored: 0, changed: 0, kept: 1, purged: 0, unchanged: 0 },
      kept: [{ kind: 'event', id: 41, reason: 'edited', usedBy: null, members: [] }],
    },
    {
      ...{ done: [null, 2], trashed: [null, 1], restored: [null, 0], changed: [null, 0], kept: [null, 1] },
      ...{ purged: [null, 0], unchanged: [null, 0], staying: [null, 1] },
    },
  ],
  UndoEnded: [{ type: 'UndoEnded', ...undo }, {}],
  ImportReattributed: [
    { type: 'ImportReattributed', ...imported, changes: { author: [userId(2), userId(1)] } },
    { author: [2, 1] },
  ],
  ImportRegistered: [
    {
      type: 'ImportRegistered',
      ...imported,
      origin: 'ics',
      source: 'School',
      postStatus: 'publish',
      author: userId(2),
      category: null,
      updateAuthority: 'overwrite',
      interval: 10,
      stallMinutes: 60,
      hash: 'f00df00df00df00df00df00df00df00d',
    },
    {
      origin: [null, 'ics'],
      ...toldSettings,
      hash: [null, '***'],
    },
  ],
  ImportBatchReceived: [
    {
      type: 'ImportBatchReceived',
      ...imported,
      batch: 0,
      hash: 'f00d',
      digest: 'd1',
      count: 20,
      firstPosition: 1,
      percentage: 50,
      total: 40,
      carriedEvents: true,
      nextHash: 'beef',
      outcomesKnown: 0,
    },
    {
      batch: [null, 0],
      hash: [null, '***'],
      digest: [null, 'd1'],
      count: [null, 20],
      firstPosition: [null, 1],
      percentage: [null, 50],
      total: [null, 40],
      carriedEvents: [null, true],
      nextHash: [null, '***'],
      outcomesKnown: [null, 0],
    },
  ],
  ImportStateReported: [
    {
      type: 'ImportStateReported',
      ...imported,
      hash: 'f00d',
      digest: 'd2',
      status: 'failed',
      percentage: 50,
      message: 'no',
      messageSlug: 'error:no',
    },
    {
      hash: [null, '***'],
      digest: [null, 'd2'],
      status: [null, 'failed'],
      percentage: [null, 50],
      message: [null, 'no'],
      messageSlug: [null, 'error:no'],
    },
  ],
  ImportOutcomesRecorded: [
    {
      type: 'ImportOutcomesRecorded',
      ...imported,
      batch: 0,
      outcomes: (['created', 'failed', 'created'] as const).map((outcome, n) => ({
        position: n + 1,
        outcome,
        reason: null,
        warnings: [],
        id: null,
        uid: null,
        touched: [],
      })),
    },
    { batch: [null, 0], outcomes: [null, { created: 2, failed: 1 }] },
  ],
  ImportOccurrencesWithdrawn: [
    {
      type: 'ImportOccurrencesWithdrawn',
      ...imported,
      outcomes: [7, 8].map((id, n) => ({
        ...{ position: 4 + n, outcome: 'withdrawn', reason: null, warnings: [], id, uid: 'swim' },
        touched: [['cal_events', 'updated', id]],
      })),
    },
    { outcomes: [null, { withdrawn: 2 }] },
  ],
  ImportBatchRefused: [
    { type: 'ImportBatchRefused', ...imported, reason: 'too_many_items', message: 'Too many.' },
    { reason: [null, 'too_many_items'], message: [null, 'Too many.'] },
  ],
  ImportPaused: [{ type: 'ImportPaused', ...imported }, {}],
  ImportResumed: [{ type: 'ImportResumed', ...imported }, {}],
  ImportClosed: [
    { type: 'ImportClosed', ...imported, status: 'success', reason: null, message: '' },
    { status: [null, 'success'], reason: [null, null], message: [null, ''] },
  ],
} satisfies Partial<Table>
