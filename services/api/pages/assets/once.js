// A second tap while the answer is under way sends nothing twice; an answer that never comes is asked for again.
const UNDER_WAY_MS = 10_000
let sentAt = new WeakMap()

document.addEventListener('submit', event => {
  const { target: form, submitter, defaultPrevented, timeStamp } = event
  // what opens beside it stays, and what a script sends is its own
  if (defaultPrevented || form.method !== 'post' || submitter?.formTarget === '_blank') return
  if (timeStamp - (sentAt.get(form) ?? -Infinity) < UNDER_WAY_MS) event.preventDefault()
  else sentAt.set(form, timeStamp)
})
// shown again by the way back
addEventListener('pageshow', () => {
  sentAt = new WeakMap()
})
