import { describe, expect, it } from 'vitest'
import { sanitizeHtml, sanitizeTermName, sanitizeTitle } from '../../../../shared/kernel/html/sanitize.ts'
import { unfilteredHtml } from '../../../../shared/kernel/html/unfiltered.ts'

describe('HTML texts (spec 01 §2): what the allow list keeps', () => {
  it.each([
    'plain text',
    'Fish & Chips, Q&A, R&D; AT&T',
    'Tom &amp; Jerry &lt;b&gt; &quot;x&quot; &#038;',
    '<p>All <strong>welcome</strong>.</p>',
    '<ul><li>one</li><li>two</li></ul>',
    '<table class="t"><tbody><tr><td>x</td></tr></tbody></table>',
    '<a href="https://x.example/?a=1&amp;b=2" title="T" target="_blank" rel="noopener">x</a>',
    '<a href="/relative">x</a><a href="mailto:a@b.example">x</a><a href="tel:+15550100">x</a>',
    '<img src="https://x.example/a.png" alt="A" width="1" height="2" />',
    '<p>C:\\dir\\n</p>',
    '<p>5 &lt; 6 & 7</p>',
    'a\nb\n\nc',
  ])('%s', html => {
    expect(sanitizeHtml(html)).toBe(html)
  })
})

describe('HTML texts (spec 01 §2): what goes', () => {
  it.each([
    ['<script>alert(1)</script>x', 'x'],
    ['<SCRIPT src=//x.example/a.js></SCRIPT>x', 'x'],
    ['<p onclick="x()" style="color:red" id="i">y</p>', '<p>y</p>'],
    ['<iframe src="https://x.example/"></iframe>y', 'y'],
    ['<style>p{}</style>y', 'y'],
    ['<a href="javascript:alert(1)">y</a>', '<a>y</a>'],
    ['<a href=" java\tscript:alert(1)">y</a>', '<a>y</a>'],
    ['<a href="java&#115;cript:alert(1)">y</a>', '<a>y</a>'],
    ['<a href="java&#115cript:alert(1)">y</a>', '<a>y</a>'],
    ['<a href="javascript&colon;alert(1)">y</a>', '<a>y</a>'],
    ['<a href="JaVaScRiPt:alert(1)">y</a>', '<a>y</a>'],
    ['<a href="data:text/html,x">y</a>', '<a>y</a>'],
    ['<a href="file:///etc/passwd">y</a>', '<a>y</a>'],
    ['<img src=x onerror=alert(1)>', '<img src="x" />'],
    ['<svg><script>alert(1)</script></svg>y', 'y'],
    ['<form><input name=a></form>y', 'y'],
    ['<!-- c -->y', 'y'],
    ['<p>open', '<p>open</p>'],
    ['<b>5 < 6</b>', '<b>5 &lt; 6</b>'],
    ['caf&eacute; &ndash; &#8217;', 'café – ’'],
    ['a\0b', 'ab'],
  ])('%s', (html, clean) => {
    expect(sanitizeHtml(html)).toBe(clean)
  })

  it.each([
    '<a href="java&&#35;115;cript:alert(1)">y</a>',
    '<a href="java&&num;115;cript:alert(1)">y</a>',
    '<a href="java&amp;#115;cript:alert(1)">y</a>',
    '<<script>script>alert(1)<</script>/script>',
    '<scr<script></script>ipt>alert(1)</script>',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<a href="\u0001javascript:alert(1)">y</a>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<xmp><img src=x onerror=alert(1)></xmp>',
    '\ufdd0lt;script>\ufdd0#60;',
  ])('no script gets through: %s', html => {
    const clean = sanitizeHtml(html)
    expect(clean).not.toMatch(/<script|<[^>]*\sonerror=|href="[^"]*javascript:|href="java&#115;/i)
    expect(sanitizeHtml(clean)).toBe(clean)
  })

  it('deep markup takes no endless time and stays bounded', () => {
    const clean = sanitizeHtml('<div>x'.repeat(20_000))
    expect(clean.length).toBeLessThan(131_072)
    expect(sanitizeHtml('<a<'.repeat(40_000)).includes('<a<')).toBe(false)
  })
})

describe('titles and names (spec 01 §2)', () => {
  it.each([
    ['Arts & Crafts – Kids’ Day <b>free</b>', 'Arts & Crafts – Kids’ Day <b>free</b>'],
    ['Kids\' "Day" & <a href="https://x.example/">more</a>', 'Kids\' "Day" & more'],
    ['<p>One</p>', 'One'],
    ['R &amp; D', 'R &amp; D'],
    ['A > B', 'A > B'],
    ['caf&eacute;', 'café'],
    ['<b></b>', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['<script>x</script>', ''],
    ['&nbsp;', ''],
    [' ', ''],
    ['\u200b', ''],
    ['&#8203; <b>&zwj;</b>\u00ad\ufeff\u2060\u202e\u3164\u2800\ufe0f', ''],
    ['\u202bשיעור\u202c', '\u202bשיעור\u202c'],
    ['👩\u200d🏫', '👩\u200d🏫'],
    ['…', '…'],
    ['C:\\x', 'C:\\x'],
    ['<span class="a" style="x">y</span>', '<span class="a">y</span>'],
  ])('%s', (title, clean) => {
    expect(sanitizeTitle(title)).toBe(clean)
  })

  it('term names lose all tags', () => {
    expect(sanitizeTermName('<b>Sports</b> & <i>Music</i>')).toBe('Sports & Music')
    expect(sanitizeTermName('<b></b>')).toBe('')
    expect(sanitizeTermName('\u200b\u200d')).toBe('')
    expect(sanitizeTermName('$cost')).toBe('$cost')
  })
})

describe('the unfiltered right (spec 01 §2)', () => {
  it.each([
    '<iframe src="https://x.example/"></iframe><script>let a = 1 && 2</script><p style="x">y</p><br>',
    'Fish & Chips &amp; &#038;',
  ])('keeps %s', html => {
    expect(unfilteredHtml(html)).toBe(html)
  })

  it.each([
    '<a href="javascript:alert(1)">y</a>',
    '<a href="java&#115;cript:alert(1)">y</a>',
    '<a href="java&&#35;115;cript:alert(1)">y</a>',
    '<a href="javascrip&#x000000000074:alert(1)">y</a>',
    '<a href="java\tscript&colon;alert(1)">y</a>',
    '<a href="\u0001javascript:alert(1)">y</a>',
    '<iframe src=" JAVASCRIPT:alert(1)"></iframe>',
    '<form action="javascript:x"><button formaction="javascript:x">y</button></form>',
    '<meta http-equiv="refresh" content="0;url=javascript:x">',
    '<svg><a xlink:href="javascript:x">y</a></svg>',
  ])('but no javascript: address: %s', html => {
    expect(unfilteredHtml(html)).not.toMatch(/javascript|java&#/i)
  })

  it('resolves references like every stored text', () => {
    expect(unfilteredHtml('caf&eacute; &amp; &#60;')).toBe('café &amp; &#60;')
  })
})
