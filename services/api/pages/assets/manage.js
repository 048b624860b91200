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

// what is too large is said at its field before it is sent: the service could not keep all that was typed
const complaintOf = field => document.getElementById(`${field.id}-why`)

const complain = (field, why) => {
  const told = complaintOf(field) ?? document.createElement('p')
  told.id = `${field.id}-why`
  told.className = 'why'
  told.textContent = why
  field.before(told)
  const about = field.getAttribute('aria-describedby')?.split(' ') ?? []
  field.setAttribute('aria-describedby', [told.id, ...about.filter(id => id !== told.id)].join(' '))
  field.setAttribute('aria-invalid', 'true')
  field.closest('.field')?.classList.add('field--wrong')
}

const settle = field => {
  complaintOf(field)?.remove()
  field.removeAttribute('aria-invalid')
  field.closest('.field')?.classList.remove('field--wrong')
}

const MB = 1_000_000
const looked = new WeakSet()
const isTooLarge = file => (file.files[0]?.size ?? 0) > Number(file.dataset.most)
const lookAt = file => {
  if (isTooLarge(file)) {
    looked.add(file)
    const size = (file.files[0].size / MB).toFixed(1)
    complain(
      file,
      `${file.files[0].name} has ${size} MB. Please choose a file of at most ${file.dataset.most / MB} MB.`,
    )
  } else if (looked.delete(file)) settle(file)
}

/** What the texts of a form may have together (spec 07 §5). */
const TEXT_BYTES = 1_048_576
/** Bytes of what is typed, as this form sends it. */
const sizeOf = (sender, said) => {
  const texts = said.filter(([, value]) => typeof value === 'string')
  return sender.enctype === 'multipart/form-data'
    ? new Blob(texts.flat()).size
    : new URLSearchParams(texts).toString().length
}

for (const sender of document.querySelectorAll('form[method="post"]')) {
  const files = [...sender.querySelectorAll('input[type="file"][data-most]')]
  for (const file of files) file.addEventListener('change', () => lookAt(file))
  sender.addEventListener('submit', event => {
    // pictures to choose from are asked for without the file
    const large = event.submitter?.name === 'pictures' ? undefined : files.find(isTooLarge)
    const said = [...new FormData(sender)]
    const isLong = sizeOf(sender, said) > TEXT_BYTES
    if (large === undefined && !isLong) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const fields = [...sender.elements].filter(({ type }) => type === 'textarea' || type === 'text')
    const longest = fields.toSorted((one, other) => other.value.length - one.value.length)[0]
    if (large === undefined && longest !== undefined)
      complain(longest, 'The texts of this form have more than 1 MiB together. Please shorten this one.')
    ;(large ?? longest)?.focus()
  })
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
