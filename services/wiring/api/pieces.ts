import type { Pieces } from '../../../shared/late.ts'
import { READER_PIECES } from '../../imports/reader-pieces.ts'

/** Of `desks.ts`; what is put together with it has a turn of its own. */
export const DESK_PIECES: Pieces = [
  ...READER_PIECES,
  () => import('../../api/admin/undo.ts'),
  () => import('../../api/admin/put-back-several.ts'),
  () => import('../reporting.ts'),
  () => import('../put-back/desk.ts'),
  () => import('./dry-runs.ts'),
  () => import('./move-in.ts'),
  () => import('../../api/operator/carrying.ts'),
  () => import('../../api/operator/forget.ts'),
  () => import('../../api/operator/imports.ts'),
  () => import('../../api/operator/routes.ts'),
  () => import('./desks.ts'),
]

/** Of `pages/records.ts`. */
export const RECORD_PIECES: Pieces = [
  () => import('../../api/pages/history/routes.ts'),
  () => import('../../api/pages/imports/routes.ts'),
]

/** Of `pages/manage.ts`. */
export const MANAGE_PIECES: Pieces = [
  () => import('../../api/pages/manage/form/tags.ts'),
  () => import('../../api/pages/manage/directory/item-part.ts'),
  () => import('../../api/pages/manage/directory/merge-routes.ts'),
  () => import('../../api/pages/manage/events/page.ts'),
  () => import('../../api/pages/manage/directory/show.ts'),
  () => import('../../api/pages/manage/directory/routes.ts'),
  () => import('../../api/pages/manage/event/routes.ts'),
  () => import('../../api/pages/manage/people/routes.ts'),
  () => import('../../api/pages/manage/pictures/routes.ts'),
  () => import('../../api/pages/manage/settings/routes.ts'),
]
