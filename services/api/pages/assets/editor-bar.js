// The buttons of the editor of texts: what they do, which are on, how keys go among them, and the line for a link.

/** An address as somebody types it, made whole; null: it is none. */
const addressIn = typed => {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return null
  if (/^(?:https?:\/\/|mailto:|tel:).+/i.test(text) || /^[/?#]/.test(text)) return text
  if (/^[^@:/]+@[^@:/]+\.[^@:/]+$/.test(text)) return `mailto:${text}`
  return /^[^:/?#]+\.[^:/?#.]{2,}(?::\d+)?(?:[/?#].*)?$/.test(text) ? `https://${text}` : null
}

const HEADINGS = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']

/** The element around the beginning of the selection that has one of these names; null: none of the text has. */
const nearest = (editor, selector) => {
  const { startContainer } = editor.getSelection()
  const inside = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const found = inside?.closest(selector) ?? null
  return editor.getRoot().contains(found) && found !== editor.getRoot() ? found : null
}

const isHeading = editor => HEADINGS.some(name => editor.hasFormat(name))

/** Paragraphs of a selection as headings, or the other way round; those in lists stay. */
const turn = (editor, name) =>
  editor.modifyBlocks(fragment => {
    for (const one of fragment.querySelectorAll(['p', ...HEADINGS].join())) {
      if (one.closest('li') !== null) continue
      const made = document.createElement(name)
      made.append(...one.childNodes)
      one.replaceWith(made)
    }
    return fragment
  })

const listing = (editor, name, make) => () =>
  nearest(editor, 'ul, ol')?.localName === name ? editor.removeList() : editor[make]()

const toggling = (editor, name, on, off) => () => (editor.hasFormat(name) ? editor[off]() : editor[on]())

/** What the buttons do, but for links and the way to HTML. */
const commandsOf = editor => ({
  bold: toggling(editor, 'B', 'bold', 'removeBold'),
  italic: toggling(editor, 'I', 'italic', 'removeItalic'),
  list: listing(editor, 'ul', 'makeUnorderedList'),
  numbers: listing(editor, 'ol', 'makeOrderedList'),
  quote: toggling(editor, 'BLOCKQUOTE', 'increaseQuoteLevel', 'removeQuote'),
  heading: () => turn(editor, isHeading(editor) ? 'p' : 'h3').focus(),
  undo: () => editor.undo(),
  redo: () => editor.redo(),
})

/** Which of the buttons that can be on are so where the cursor is. */
const statesOf = editor => {
  const list = nearest(editor, 'ul, ol')?.localName
  return {
    ...{ bold: editor.hasFormat('B'), italic: editor.hasFormat('I'), link: editor.hasFormat('A') },
    ...{ list: list === 'ul', numbers: list === 'ol' },
    ...{ heading: isHeading(editor), quote: editor.hasFormat('BLOCKQUOTE') },
  }
}

/** One stop of the Tab key for all buttons; arrows, Home and End go from one to the other. */
const rove = bar => {
  const all = [...bar.querySelectorAll('button')]
  const stopAt = to => {
    for (const one of all) one.tabIndex = one === to ? 0 : -1
  }
  stopAt(all[0])
  bar.addEventListener('focusin', ({ target }) => stopAt(target))
  bar.addEventListener('keydown', event => {
    const at = all.indexOf(event.target)
    const isMirrored = getComputedStyle(bar).direction === 'rtl'
    const [forth, back] = isMirrored ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    const to = { [forth]: at + 1, [back]: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all.at(to % all.length).focus()
  })
  // the cursor stays in the text
  bar.addEventListener('mousedown', event => event.preventDefault())
}

/** What the line does in which the address of a link is typed; `link` opens it. */
const linking = (editor, panel) => {
  const [input, why] = [panel.querySelector('input'), panel.querySelector('.why')]
  const tell = isWrong => {
    why.hidden = !isWrong
    input.setAttribute('aria-invalid', String(isWrong))
  }
  const close = () => {
    panel.hidden = true
    editor.focus()
  }
  const open = () => {
    const link = nearest(editor, 'a')
    input.value = link?.getAttribute('href') ?? ''
    panel.querySelector('[data-do="link-remove"]').hidden = link === null
    tell(false)
    panel.hidden = false
    input.focus()
    input.select()
  }
  const set = () => {
    const address = addressIn(input.value)
    tell(address === null)
    if (address === null) {
      input.focus()
      return
    }
    const link = nearest(editor, 'a')
    close()
    // the whole of a link gets another address
    if (link !== null && editor.getSelection().collapsed) {
      const range = document.createRange()
      range.selectNodeContents(link)
      editor.setSelection(range)
    }
    editor.makeLink(address)
    // what is typed next stands behind it
    const end = editor.getSelection()
    end.collapse(false)
    editor.setSelection(end)
  }
  const remove = () => {
    close()
    editor.removeLink()
  }
  panel.addEventListener('keydown', event => {
    const isSet = event.key === 'Enter' && event.target === input
    if (!isSet && event.key !== 'Escape') return
    event.preventDefault()
    if (isSet) set()
    else close()
  })
  // it is no field of the form
  panel.addEventListener('input', event => event.stopPropagation())
  return { link: open, 'link-set': set, 'link-remove': remove, 'link-cancel': close }
}

/**
 * Makes the buttons of `bar` and `panel` do what they say to an editor; `besides`: what others of them do. Gives back what
 * opens the line for a link.
 */
export const steer = (editor, bar, panel, besides) => {
  const links = linking(editor, panel)
  const does = { ...commandsOf(editor), ...links, ...besides }
  const buttonFor = name => bar.querySelector(`[data-do="${name}"]`)
  for (const one of [...bar.querySelectorAll('button'), ...panel.querySelectorAll('button')])
    one.addEventListener('click', () => one.ariaDisabled !== 'true' && does[one.dataset.do]())
  rove(bar)
  const tellStates = () => {
    for (const [name, isOn] of Object.entries(statesOf(editor))) buttonFor(name).ariaPressed = String(isOn)
  }
  for (const type of ['pathChange', 'select', 'cursor']) editor.addEventListener(type, tellStates)
  const tellUndo = ({ canUndo, canRedo }) => {
    buttonFor('undo').ariaDisabled = String(!canUndo)
    buttonFor('redo').ariaDisabled = String(!canRedo)
  }
  tellUndo({ canUndo: false, canRedo: false })
  editor.addEventListener('undoStateChange', ({ detail }) => tellUndo(detail))
  return links.link
}
