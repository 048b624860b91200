// The picture of an event: others to choose from come without loading the page anew; what is too large is said at once.
const form = document.querySelector('[data-js="keeps"]')
const offer = form?.querySelector('[data-js="offer"]')

const MOST_BYTES = 10_000_000
const file = form?.querySelector('[type="file"]')
file?.addEventListener('change', () => {
  const isLarge = (file.files[0]?.size ?? 0) > MOST_BYTES
  file.setCustomValidity(isLarge ? 'This file is larger than 10 MB. Please choose a smaller one.' : '')
  if (isLarge) file.reportValidity()
})

/** The part of the page that the service would show, with everything else left as it is. */
const bring = async submitter => {
  const sent = new FormData(form, submitter)
  sent.delete('picture')
  const answer = await fetch(form.action, { method: 'POST', body: sent })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = answer.ok ? page.querySelector('[data-js="offer"]') : null
  if (fresh === null) return false
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
  if (file?.validity.customError) {
    event.preventDefault()
    file.reportValidity()
    return
  }
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
