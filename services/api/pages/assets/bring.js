// Lets a file be dropped on the form, and says of one that is too large before it is sent. Without it, files are chosen.
const form = document.querySelector('[data-js="bring"]')
const drop = form?.querySelector('[data-js="drop"]')
const input = form?.querySelector('input[type="file"]')
const busy = form?.querySelector('[data-js="busy"]')

/** What else the form says has its place, too. */
const ROOM = 32_768

const problemOf = file => {
  const most = Number(form.dataset.most)
  if (file === undefined || file.size + ROOM <= most) return ''
  return `${file.name} is larger than ${most / 1024 / 1024} MiB. Divide it, or give an address where it lies.`
}

const look = () => {
  const problem = problemOf(input.files[0])
  input.setCustomValidity(problem)
  if (problem !== '') input.reportValidity()
}

const carriesFiles = event => event.dataTransfer?.types.includes('Files') === true

const dropped = event => {
  if (!carriesFiles(event)) return
  // beside the form, too: else the browser would leave the page for the file
  event.preventDefault()
  drop.classList.remove('is-over')
  if (event.type !== 'drop' || !form.contains(event.target)) return
  const { files } = event.dataTransfer
  if (files.length === 0) return
  input.files = files
  look()
}

if (form !== null) {
  const before = busy.textContent
  const isOver = on => event => drop.classList.toggle('is-over', on && carriesFiles(event))
  form.addEventListener('dragenter', isOver(true))
  form.addEventListener('dragover', isOver(true))
  form.addEventListener('dragleave', event => {
    if (!form.contains(event.relatedTarget)) drop.classList.remove('is-over')
  })
  addEventListener('dragover', dropped)
  addEventListener('drop', dropped)
  input.addEventListener('change', look)
  drop.classList.add('is-ready')
  form.querySelector('[data-js="drop-hint"]').hidden = false
  form.addEventListener('submit', () => {
    busy.textContent = 'Reading it, and working out what would change …'
  })
  // whoever comes back to the page may send it again
  addEventListener('pageshow', () => {
    busy.textContent = before
  })
}
