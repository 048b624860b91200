/** Of the administrator that a measured service provisions; 24 letters. */
export const ADMIN_APPLICATION_PASSWORD = 'benchbenchbenchbenchbenc'

/** What the administrator of a measured service sends to be known. */
export const asAdministrator = (secret = ADMIN_APPLICATION_PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`,
})
