/** Of the administrator that a measured service provisions; 24 letters. */
export const ADMIN_APPLICATION_PASSWORD = 'benchbenchbenchbenchbenc'
