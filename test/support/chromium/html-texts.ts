import fc from 'fast-check'

const words = fc.constantFrom(
  ...[
    'Cups',
    'and plates',
    'at 7 o’clock',
    'a & b',
    '5 &lt; 6',
    'Q&amp;A',
    '&nbsp;',
    '“so”',
    ' ',
    '  ',
    '\n',
  ],
  ...[
    'שלום',
    '日本語',
    'x [1]',
    '\u00a0',
    '--',
    "it's",
    '"q"',
    '1.',
    '*',
    'www.school.example',
    '&copy;',
    '😀',
  ],
)
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map(all => all.join(' '))

/** An element around something, with attributes. */
const around = (names: readonly string[], inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...names), inner).map(([name, content]) => {
    const [tag = ''] = name.split(' ')
    return `<${name}>${content}</${tag}>`
  })

const LINE_NAMES = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'code']
const LINK_NAMES = ['a href="https://books.example/?a=1&amp;b=2"', 'a href="/events" title="All &lt;3"']
const { line } = fc.letrec<{ line: string }>(tie => ({
  line: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom('<br>', '<br />', '<br/>\n'),
    around([...LINE_NAMES, ...LINK_NAMES], tie('line')),
    fc.tuple(tie('line'), tie('line')).map(([a, b]) => `${a}${b}`),
  ),
}))

const entries = fc.array(around(['li'], line), { minLength: 1, maxLength: 4 })
const list = fc
  .tuple(fc.constantFrom('ul', 'ol'), entries, fc.constantFrom('', '\n'))
  .map(([name, all, between]) => `<${name}>${between}${all.join(between)}${between}</${name}>`)
const nested = fc
  .tuple(line, list, list)
  .map(([a, b, c]) => `<ul>\n<li>${a}${b}</li>\n<li>z\n${c}</li>\n</ul>`)
const quote = fc.oneof(
  around(['blockquote'], line),
  around(['blockquote'], around(['p'], line)),
  around(['blockquote'], list),
)

/** What an editor can keep, as people, editors and programs write it. */
const block = fc.oneof(
  { weight: 4, arbitrary: line },
  { weight: 3, arbitrary: around(['p'], line) },
  around(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'], line),
  list,
  nested,
  quote,
  fc.constant('<p>&nbsp;</p>'),
)

/** What it cannot keep, or what is no HTML at all. */
const strange = fc.constantFrom(
  ...['<table><tr><td>Mon</td><td>9</td></tr></table>', '<img src="/media/a.png" alt="A" />', '<hr />'],
  ...[
    '<iframe src="https://video.example/1"></iframe>',
    '<div class="row"><p>x</p></div>',
    '<p class="a">x</p>',
  ],
  ...[
    '<span style="color:red">x</span>',
    '<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->',
    '<!--more-->',
  ],
  ...['[gallery ids="1,2"]', '[b]x[/b]', '<pre>a\n  b</pre>', '<dl><dt>a</dt><dd>b</dd></dl>', '<p>', '</p>'],
  ...[
    '<b>',
    '</i>',
    '</div>',
    '<li>x</li>',
    '<',
    '>',
    '&',
    '<ul>x</ul>',
    '<ul><ul><li>x</li></ul></ul>',
    '\u200b',
  ],
  ...['<a href="javascript:alert(1)">x</a>', '<a name="top"></a>', '<ol start="3"><li>x</li></ol>', '\ue000'],
  ...[
    '<script>x</script>',
    '<p onclick="x()">x</p>',
    '<h2><b>x</h2></b>',
    '<b><p>x</p></b>',
    '<ul></ul>',
    '<p></p>',
  ],
)

const between = fc.constantFrom('\n\n', '\n', '', '\n \n', '\n\n\n')
const joined = (one: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(one, between), { minLength: 1, maxLength: 6 })
    .map(all => all.map(pair => pair.join('')).join(''))

const SEED = 2027

/** Texts that an editor should be able to open, and others of which it can keep most, some or nothing. */
export const htmlTexts = (count: number) => ({
  ordinary: fc.sample(joined(block), { numRuns: count, seed: SEED }),
  odd: fc.sample(joined(fc.oneof(block, strange)), { numRuns: count, seed: SEED }),
})
