import { describe, expect, it } from 'vitest'
import { displayHtml, displayTitle } from '../../../../shared/kernel/html/sanitize.ts'

describe('title as shown (spec 02 §1.1)', () => {
  it.each([
    ['Spring & Summer Fair', 'Spring &#038; Summer Fair'],
    ['Arts & Crafts – Kids’ Day <b>free</b>', 'Arts &#038; Crafts – Kids’ Day <b>free</b>'],
    ['R &amp; D &#038; Q&A &eacute;', 'R &amp; D &#038; Q&#038;A &eacute;'],
    ['"Hi" he said', '&#8220;Hi&#8221; he said'],
    ["Kids' Day", 'Kids&#8217; Day'],
    ["'til (\"x\") -'y'", '&#8216;til (&#8220;x&#8221;) -&#8216;y&#8217;'],
    ['A–"b" [\'c\'] {"d"}', 'A–&#8220;b&#8221; [&#8216;c&#8217;] {&#8220;d&#8221;}'],
    ['<b>"Hi"</b> "you"', '<b>&#8220;Hi&#8221;</b> &#8220;you&#8221;'],
    ['a<b>"</b>', 'a<b>&#8221;</b>'],
    ['<span class="x">\'y\'</span>', '<span class="x">&#8216;y&#8217;</span>'],
    ['5 < 6 "x"', '5 < 6 &#8220;x&#8221;'],
    ['...', '...'],
    ['a -- b', 'a -- b'],
    ['', ''],
  ])('%s', (title, shown) => {
    expect(displayTitle(title)).toBe(shown)
    expect(displayTitle(shown)).toBe(shown)
  })
})

describe('description as shown (spec 02 §1.1)', () => {
  it.each([
    ['', ''],
    [' \n ', ''],
    ['All welcome.', '<p>All welcome.</p>'],
    ['  One\n\nTwo  ', '<p>One</p>\n<p>Two</p>'],
    ['One\nTwo', '<p>One<br />\nTwo</p>'],
    ['One\r\nTwo\r\n\r\nThree', '<p>One<br />\nTwo</p>\n<p>Three</p>'],
    ['One<br />\nTwo', '<p>One<br />\nTwo</p>'],
    ['<p>One</p>', '<p>One</p>'],
    ['<p>One</p>\n\n<p>Two</p>', '<p>One</p>\n<p>Two</p>'],
    [
      'Before\n<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\nafter',
      '<p>Before</p>\n<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\n<p>after</p>',
    ],
    ['<b>Bold</b> text', '<p><b>Bold</b> text</p>'],
    ['One<hr />Two', '<p>One</p>\n<hr />\n<p>Two</p>'],
    ['<div><div>a</div>\n\nb</div>', '<div><div>a</div>\n\nb</div>'],
    ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
    ['A & B "c"', '<p>A & B "c"</p>'],
    [
      '<!-- wp:paragraph {"a":1} -->\n<p>Hi</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
      '<p>Hi</p>',
    ],
    ['One<!-- x -->, two\n\n<!-- y -->\n\nthree', '<p>One, two</p>\n<p>three</p>'],
    ['a <!-- b', '<p>a <!-- b</p>'],
    ['<!-- only -->', ''],
  ])('%j', (html, shown) => {
    expect(displayHtml(html)).toBe(shown)
    expect(displayHtml(shown)).toBe(shown)
  })
})
