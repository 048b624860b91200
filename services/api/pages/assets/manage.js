// Makes the desk pleasant: counts what is chosen, chooses all, and does not lose what was typed.
const boxes = [...document.querySelectorAll('[data-js="choose"]')]
const count = document.querySelector('[data-js="chosen"]')

const tell = () => {
  const chosen = boxes.filter(box => box.checked).length
  count.textContent = chosen === 0 ? 'none chosen' : `${chosen} of ${boxes.length} chosen`
}

if (count !== null && boxes.length > 0) {
  const all = Object.assign(document.createElement('input'), { type: 'checkbox' })
  const label = Object.assign(document.createElement('label'), { className: 'manage-choose-all' })
  label.append(all, ' All on this page')
  count.before(label)
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    tell()
  })
  for (const box of boxes) box.addEventListener('change', tell)
  tell()
}

const form = document.querySelector('[data-js="keeps"]')
if (form !== null) {
  let isTyped = false
  form.addEventListener('input', () => {
    isTyped = true
  })
  form.addEventListener('submit', ({ submitter }) => {
    // a preview opens beside it
    if (submitter?.formTarget !== '_blank') isTyped = false
  })
  addEventListener('beforeunload', event => {
    if (isTyped) event.preventDefault()
  })
  // who ticks "all day" needs no times
  const allDay = form.querySelector('[name="allDay"]')
  const times = [...form.querySelectorAll('[type="time"]')]
  const follow = () => {
    for (const time of times) time.closest('.field').hidden = allDay.checked
  }
  allDay?.addEventListener('change', follow)
  if (allDay !== null) follow()
}

// as in many places where people search: / leads to the search
const search = document.querySelector('[data-js="search"]')
addEventListener('keydown', event => {
  const isTyping = event.target.closest?.('input, select, textarea, [contenteditable]') ?? null
  if (event.key !== '/' || isTyping !== null || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search?.focus()
  search?.select()
})

// names of venues and organizers are proposed while somebody types, beyond those that came with the page
const desk = document.querySelector('.manage-nav a')?.href
const WAIT_MS = 200
for (const field of document.querySelectorAll('input[list="venues"], input[list="organizers"]')) {
  const list = field.list
  let waiting = 0
  let asked = ''
  const propose = async words => {
    asked = words
    const answer = await fetch(`${desk}/names?${new URLSearchParams({ of: list.id, words })}`)
    if (!answer.ok || asked !== words) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const found = [...page.querySelectorAll('[data-js="names"] li')].map(({ textContent }) => textContent)
    if (asked === words) list.replaceChildren(...found.map(name => new Option(name, name)))
  }
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    const words = field.value.trim()
    // a choice from the list needs no further proposals
    if (words.length < 2 || [...list.options].some(({ value }) => value === words)) return
    waiting = setTimeout(() => void propose(words).catch(() => undefined), WAIT_MS)
  })
}
