/** More than WCAG wants of a text (4.5), and of one of 24 px and more (3), by what roundings may come to. */
const [PLENTY, PLENTY_OF_LARGE] = [4.6, 3.1]

/**
 * Asked of a page: the elements against whose colours there could be something to say, which axe then judges. There is
 * nothing to say
 * - against a text, in whatever it stands, of one opaque colour that differs by plenty from the one opaque colour behind it:
 *   the background of the nearest element around it that has any, where that one holds the whole text, nothing else that is
 *   painted touches the text, and nothing around it has a picture, is pale or is mixed with what is behind it;
 * - against a link that is decorated otherwise than what surrounds it, or has no other text beside it.
 * Axe would come to the same, at ten times the price: of each text it looks for what is behind it among all elements.
 */
export const DOUBTFUL_COLOURS = `(() => {
  if (document.querySelector('iframe, frame, object, embed') !== null) return [document.documentElement]
  const kept = compute => {
    const known = new Map()
    return key => {
      if (!known.has(key)) known.set(key, compute(key))
      return known.get(key)
    }
  }
  const styleOf = kept(one => getComputedStyle(one))
  const isPainted = ({ backgroundColor, backgroundImage }) =>
    backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none'

  const luminanceOf = kept(colour => {
    const [red, green, blue] = colour.match(/\\d+/g).map(part =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  const isOpaque = colour => /^rgb\\(\\d+, \\d+, \\d+\\)$/.test(colour)
  const contrastOf = (one, other) => {
    const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }

  // the whole page has the background of its root, else that of its body, else one of the browser
  const canvas = isPainted(styleOf(document.documentElement)) ? document.documentElement : document.body
  // the one that paints behind what is inside of this; null: it takes more to tell
  const painterOf = kept(one => {
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = styleOf(one)
    if (backgroundImage !== 'none' || opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal') return null
    const around = one.parentElement !== null
      ? painterOf(one.parentElement)
      : isOpaque(styleOf(canvas).backgroundColor) ? canvas : null
    if (around === null || backgroundColor === 'rgba(0, 0, 0, 0)') return around
    return isOpaque(backgroundColor) ? one : null
  })
  const boxOf = kept(one => one.getBoundingClientRect())
  const holds = (one, { left, right, top, bottom }) => {
    const box = boxOf(one)
    return one === canvas ||
      (box.left <= left + 1 && box.right >= right - 1 && box.top <= top + 1 && box.bottom >= bottom - 1)
  }
  const isShown = one => one.checkVisibility({ visibilityProperty: true }) &&
    !(boxOf(one).width <= 1 && boxOf(one).height <= 1 && styleOf(one).overflow === 'hidden')
  const painted = [...document.querySelectorAll('body *')].filter(one => isPainted(styleOf(one)) && isShown(one))
  const isTouched = (one, { left, right, top, bottom }) => painted.some(other => {
    const box = boxOf(other)
    return box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1 &&
      !other.contains(one)
  })
  const isPlain = (one, places) => {
    const { webkitTextFillColor: ink, webkitTextStrokeWidth, textShadow, fontSize } = styleOf(one)
    const plenty = parseFloat(fontSize) < 24 ? ${PLENTY} : ${PLENTY_OF_LARGE}
    const painter = painterOf(one)
    return painter !== null && isOpaque(ink) && webkitTextStrokeWidth === '0px' && textShadow === 'none' &&
      contrastOf(ink, styleOf(painter).backgroundColor) > plenty &&
      places.every(place => holds(painter, place) && !isTouched(one, place))
  }

  const blockOf = one =>
    /^(block|list-item|table.*|flex|grid|inline-block)$/.test(styleOf(one).display) || one === document.documentElement
      ? one
      : blockOf(one.parentElement)
  const [doubtful, prose] = [new Set(), new Set()]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (text.data.trim() === '') continue
    const range = document.createRange()
    range.selectNode(text)
    const places = [...range.getClientRects()]
    if (places.length === 0) continue
    const one = text.parentElement
    if (one.closest('a[href]') === null) prose.add(blockOf(one))
    if (!isPlain(one, places)) doubtful.add(one)
  }
  for (const one of document.querySelectorAll('input, select, textarea'))
    if (!/^(checkbox|radio|range|color|image)$/.test(one.type) && !isPlain(one, [boxOf(one)]))
      doubtful.add(one)
  for (const link of document.querySelectorAll('a[href]')) {
    const block = blockOf(link)
    if (prose.has(block) && styleOf(link).textDecorationLine === styleOf(block).textDecorationLine) doubtful.add(link)
  }
  return [...doubtful].filter(isShown)
})()`
