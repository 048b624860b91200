/**
 * What the collections of the read models are called, with their numbers. Tests that look into them take the names from
 * here, or they would go on with an older name, under which there is nothing to be wrong. `numbers.test.ts` holds that
 * there are these and no others.
 */
export const collections = {
  events: 'event-listing@9',
  venues: 'venues@5',
  venueLinks: 'venues-links@2',
  organizers: 'organizers@5',
  organizerLinks: 'organizers-links@2',
  terms: 'terms@3',
  termLinks: 'terms-links@2',
  images: 'images@3',
  pictures: 'pictures@1',
  pictureUses: 'picture-uses@1',
  imports: 'imports@4',
  importChunks: 'import-chunks@4',
  importActivity: 'import-activity@1',
  importsPurged: 'import-purged@1',
  schedules: 'import-schedules@3',
  subscriptions: 'subscriptions@1',
  views: 'view-copies@3',
  viewMarks: 'view-copies-marks@3',
  history: 'history@7',
} as const
