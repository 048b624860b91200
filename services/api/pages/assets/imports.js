// Keeps the figures of one import up to date while it runs; without it the page shows them as they were.
const panel = document.querySelector('[data-stream]')

const show = (name, text) => {
  const place = panel.querySelector(`[data-show="${name}"]`)
  if (place !== null && place.textContent !== String(text)) place.textContent = String(text)
}

const durationText = seconds => {
  const parts = []
  let rest = Math.max(0, Math.round(seconds))
  for (const [unit, size] of [
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`)
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}

const update = progress => {
  const bar = panel.querySelector('progress')
  bar.value = progress.percentage
  show('percentage', progress.percentage)
  show('processed', progress.processed)
  show('received', progress.received)
  show('expected', Math.max(progress.total, progress.received))
  show('rate', progress.per_second)
  const left = progress.remaining_seconds
  show('remaining', left === null ? 'not known' : durationText(left))
  for (const [outcome, count] of Object.entries(progress.outcomes)) show(outcome, count)
}

if (panel !== null) {
  const wasPaused = panel.dataset.paused === 'yes'
  const stream = new EventSource(panel.dataset.stream)
  const again = () => {
    stream.close()
    location.reload()
  }
  stream.addEventListener('progress', event => {
    const progress = JSON.parse(event.data)
    update(progress)
    // other buttons are wanted now
    if (progress.paused !== wasPaused) again()
  })
  stream.addEventListener('end', event => {
    update(JSON.parse(event.data))
    again()
  })
}
