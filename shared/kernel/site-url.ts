/** Whether this can be the address of the site: http or https, without user, query and fragment. */
export const isSiteUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return (
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    !/[?#\s<>"]/.test(text) &&
    url.username === '' &&
    url.password === ''
  )
}
