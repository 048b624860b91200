// Goes from view to view without loading the page anew. Without it every link and form works by itself.

const VIEW = '[data-js="cal-events-view"]'
const LINK = 'a[data-js="cal-events-view-link"]'
const FORM = 'form[data-js="cal-events-view-form"]'

const status = document.createElement('p')
status.className = 'visually-hidden'
status.setAttribute('role', 'status')
document.querySelector('main')?.append(status)

/** Names of sites stand behind the title of the view in the title of the document. */
const siteName = document.title.slice(document.title.lastIndexOf(' · '))
let asking = null

const block = (view, name) => {
  const found = view.querySelector(`script[data-js="${name}"]`)
  return found === null ? {} : JSON.parse(found.textContent)
}

/** Whoever signs in comes back to the view that is shown by then. */
const leadBack = () => {
  const link = document.querySelector('a[data-js="sign-in"]')
  if (link === null) return
  const address = new URL(link.href)
  address.searchParams.set('redirect_to', location.href)
  link.href = address.href
}

const requestFor = (view, address) => {
  const { pathname, search } = new URL(address, location.href)
  const { tvn1 = '', tvn2 = '' } = block(view, 'cal-events-view-nonce-data')
  const request = new URL(view.dataset.viewRestUrl, location.href)
  // guests have one nonce, which tells nothing: without it they get what is kept for all of them
  const given = { u: pathname + search, ...(tvn2 === '' ? {} : { tvn1, tvn2 }) }
  for (const [name, value] of Object.entries(given)) request.searchParams.set(name, value)
  return request
}

const viewIn = text => new DOMParser().parseFromString(text, 'text/html').querySelector(VIEW)

const show = (view, next) => {
  view.replaceWith(next)
  const { title = '' } = block(next, 'cal-events-view-data')
  document.title = `${title}${siteName}`
  const found = next.querySelector('.cal-events-view-loader')?.textContent?.trim() ?? ''
  status.textContent = `${title}. ${found}`
  next.querySelector('[data-js="cal-events-view-title"]')?.focus()
}

const go = async (view, address, { isNew }) => {
  asking?.abort()
  const own = new AbortController()
  asking = own
  view.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(requestFor(view, address), { signal: own.signal })
    const { html } = answer.ok ? await answer.json() : {}
    const next = html === undefined ? null : viewIn(html)
    if (next === null) throw new TypeError(`no view: ${answer.status}`)
    if (isNew) history.pushState({ view: true }, '', address)
    show(view, next)
    leadBack()
  } catch (error) {
    // whoever was overtaken says nothing; for everybody else the page itself is the way
    if (error.name !== 'AbortError') location.assign(address)
  }
}

const isManaged = view => view.dataset.viewManageUrl === '1'
const isSame = address => new URL(address, location.href).origin === location.origin

document.addEventListener('click', event => {
  const link = event.target instanceof Element ? event.target.closest(LINK) : null
  const view = link?.closest(VIEW)
  if (link === null || !view || !isManaged(view) || !isSame(link.href)) return
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void go(view, link.href, { isNew: true })
})

document.addEventListener('submit', event => {
  const form = event.target instanceof Element ? event.target.closest(FORM) : null
  const view = form?.closest(VIEW)
  if (form === null || !view || !isManaged(view) || !isSame(form.action)) return
  event.preventDefault()
  const address = new URL(form.action)
  for (const [name, value] of new FormData(form)) if (value !== '') address.searchParams.set(name, value)
  void go(view, address.href, { isNew: true })
})

addEventListener('popstate', () => {
  const view = document.querySelector(VIEW)
  if (view !== null) void go(view, location.href, { isNew: false })
})
