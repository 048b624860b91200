import { withCleanTexts } from '../../api/items/stored-html.ts'
import { eventCommands } from '../../api/pages/manage/commands.ts'
import type { ManageDeps } from '../../api/pages/manage/routes.ts'
import { eventDeps } from './item-routes.ts'
import type { ApiParts } from './parts.ts'

/** The desk on the parts of a process. `settled`: resolves when reads show what was written so far. */
export const composedManage = (
  parts: ApiParts,
  { settled, ...around }: Pick<ManageDeps, 'names' | 'settled' | 'contextOf' | 'newBrowser'>,
): ManageDeps => {
  const { models, directory, reads, writing, images, desk, newCorrelation } = parts
  const support = {
    userExists: async (id: number) => directory.byId(id) !== null,
    imageExists: images.exists,
    imagesByAddress: images.byAddress,
    // pages wait once for all that they did
    waitUntilVisible: async () => null,
  }
  return {
    ...{ ...around, settled, desk, newCorrelation },
    events: reads,
    venues: models.venue.queries,
    organizers: models.organizer.queries,
    terms: models.term.queries,
    users: directory,
    imports: models.imports,
    commands: eventCommands(eventDeps({ writing, support, events: reads }), {
      withCleanTexts: withCleanTexts(parts.clean),
    }),
  }
}
