// The picture of a form: others to choose from come without loading the page anew.
const form = document.querySelector('[data-js="keeps"]')
const offer = form?.querySelector('[data-js="offer"]')

/** Members of the form that go by the picture which was chosen. */
const OF_CHOSEN = ['image', 'pictureAlt', 'pictureAltWas']

/** A choice among pictures that are replaced by others: from now on it is the picture of the form, as on the page `fresh`. */
const keepChosen = fresh => {
  for (const name of OF_CHOSEN) form.elements[name].value = fresh.querySelector(`[name="${name}"]`).value
  const [present, now] = [form, fresh].map(one => one.querySelector('[data-js="present"]'))
  present.replaceChildren(...now.childNodes)
}

/** The part of the page that the service would show, with everything else left as it is. */
const bring = async submitter => {
  const sent = new FormData(form, submitter)
  sent.delete('picture')
  const answer = await fetch(form.action, { method: 'POST', body: sent })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = answer.ok ? page.querySelector('[data-js="offer"]') : null
  if (fresh === null) return false
  // another was chosen while the answer was on its way
  if (new FormData(form).get('chosenPicture') !== sent.get('chosenPicture')) return bring(submitter)
  if (sent.has('chosenPicture')) keepChosen(page)
  offer.replaceChildren(...fresh.childNodes)
  offer.querySelector('#offer')?.focus()
  // it is still not saved
  form.dispatchEvent(new Event('input'))
  return true
}

offer?.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.target.name !== 'pictureSearch') return
  event.preventDefault()
  offer.querySelector('[name="pictures"]').click()
})

let isOrdinary = false
form?.addEventListener('submit', event => {
  const { submitter } = event
  if (isOrdinary || submitter?.name !== 'pictures') return
  event.preventDefault()
  bring(submitter)
    .catch(() => false)
    .then(isDone => {
      if (isDone) return
      isOrdinary = true
      form.requestSubmit(submitter)
    })
})
