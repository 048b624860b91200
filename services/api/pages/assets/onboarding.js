// Shows the steps of the form one at a time, and tells the service of each as it is done.
const form = document.querySelector('[data-js="cal-wizard"]')
const said = document.querySelector('[data-js="cal-wizard-said"]')
const data = JSON.parse(document.querySelector('[data-js="cal-wizard-data"]').textContent)
const LAST_TAB = 5

const element = (name, text, members = {}) =>
  Object.assign(document.createElement(name), { textContent: text, ...members })

const steps = [...form.querySelectorAll('[data-tab]')]
const titleOf = step => step.querySelector('legend').textContent
const tabOf = step => Number(step.dataset.tab)
const known = { organizer: null, venue: null }
const completed = new Set(data.progress.completed_tabs)
const skipped = new Set(data.progress.skipped_tabs)
let at = 0

const membersOf = group =>
  Object.fromEntries(
    [...form.elements]
      .filter(({ name }) => name.startsWith(`${group}[`))
      .map(({ name, value }) => [name.slice(group.length + 1, -1), value.trim()]),
  )

const settings = () => ({
  timezone_string: form.elements.timezone_string.value,
  date_format: form.elements.date_format.value,
  start_of_week: form.elements.start_of_week.value,
  currency: form.elements.currency.value,
  calEnableViews: [...form.querySelectorAll('[name="calEnableViews[]"]:checked')].map(box => box.value),
})

const isChecked = name => form.querySelector(`[type="checkbox"][name="${name}"]`).checked
const choices = () => ({ optin: isChecked('optin'), eventTickets: isChecked('eventTickets') })

/** An item with a name is sent; one that was made before, with its id. */
const item = group => {
  const members = membersOf(group)
  if (members.name === '') return {}
  return { [group]: known[group] === null ? members : { ...members, [`${group}Id`]: known[group] } }
}

const send = async members => {
  const answer = await fetch(data.rest_url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CORE-Nonce': data.rest_nonce },
    body: JSON.stringify({ action_nonce: data.action_nonce, begun: true, ...members }),
  })
  const body = await answer.json()
  known.organizer = body.organizer_id ?? known.organizer
  known.venue = body.venue_id ?? known.venue
  if (body.success === true) return body.message
  throw new Error(Array.isArray(body.message) ? body.message.at(-1) : body.message)
}

const list = element('ol', '', { className: 'wizard__progress' })
list.append(...steps.map(step => element('li', titleOf(step))))
const back = element('button', 'Back', { type: 'button', className: 'quiet' })
const next = element('button', 'Next', { type: 'submit' })

const show = index => {
  at = index
  steps.forEach((step, n) => (step.hidden = n !== index))
  ;[...list.children].forEach((entry, n) => {
    if (n === index) entry.setAttribute('aria-current', 'step')
    else entry.removeAttribute('aria-current')
  })
  back.hidden = index === 0
  next.textContent = index === steps.length - 1 ? 'Finish' : 'Next'
}

const finish = messages => {
  const page = document.querySelector('.wizard-page')
  const title = element('h1', 'The calendar is ready', { tabIndex: -1 })
  const told = element('ul', '')
  told.append(...messages.map(text => element('li', text)))
  page.replaceChildren(
    title,
    told,
    element('a', 'Go to the calendar', { href: data.home_url, className: 'button' }),
  )
  title.focus()
}

const advance = async () => {
  const step = steps[at]
  const tab = tabOf(step)
  const isEmpty = ['organizer', 'venue'].some(
    group => titleOf(step).toLowerCase() === group && membersOf(group).name === '',
  )
  ;(isEmpty ? skipped : completed).add(tab)
  ;(isEmpty ? completed : skipped).delete(tab)
  const tabs = { completedTabs: [...completed], skippedTabs: [...skipped] }
  if (at < steps.length - 1) {
    await send({ ...tabs, currentTab: tab, ...(tab === 1 ? settings() : {}) })
    show(at + 1)
    steps[at].querySelector('legend').focus()
  } else
    finish(
      await send({
        ...tabs,
        ...settings(),
        ...choices(),
        currentTab: LAST_TAB,
        finished: true,
        ...item('organizer'),
        ...item('venue'),
      }),
    )
}

form.querySelector('.actions').replaceChildren(next, back)
form.before(list)
form.addEventListener('submit', async event => {
  event.preventDefault()
  said.replaceChildren()
  next.disabled = true
  try {
    await advance()
  } catch (error) {
    said.replaceChildren(element('p', error.message, { className: 'error' }))
  } finally {
    next.disabled = false
  }
})
back.addEventListener('click', () => {
  said.replaceChildren()
  show(at - 1)
  steps[at].querySelector('legend').focus()
})
show(0)
