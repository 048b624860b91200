import { describe, expect, it } from 'vitest'
import { foreignEmbed, readForeign } from '../../../../services/api/oembed/foreign.ts'
import { discovered } from '../../../../services/api/oembed/proxy.ts'
import { richEmbed, sizeOf } from '../../../../services/api/oembed/rich.ts'
import { targetOf } from '../../../../services/api/oembed/target.ts'
import { oembedXml } from '../../../../services/api/oembed/xml.ts'

const BASE = 'https://school.example'
const target = (address: string, base = BASE) => targetOf(new URL(address), base)

describe('06 §2.1 what an address names', () => {
  it.each([
    'https://school.example/event/fair/',
    'http://SCHOOL.example/event/fair',
    'https://school.example/event/fair/?utm=1&x=2#top',
  ])('%s', address => {
    expect(target(address)).toEqual({ by: 'slug', kind: 'event', slug: 'fair' })
  })
  it('ids, with and without their kind', () => {
    expect(target(`${BASE}/?p=41`)).toEqual({ by: 'id', kind: null, id: 41 })
    expect(target(`${BASE}/?post_type=cal_venue&p=12`)).toEqual({ by: 'id', kind: 'venue', id: 12 })
    expect(target(`${BASE}/?post_type=page&p=12`)).toBeNull()
  })
  it.each([
    'https://other.example/event/fair/',
    `${BASE}/`,
    `${BASE}/events/`,
    `${BASE}/event/`,
    `${BASE}/event/a/b/`,
    `${BASE}/?p=x`,
    'ftp://school.example/event/fair/',
    'https://school.example.evil.example/event/fair/',
  ])('%s names nothing', address => {
    expect(target(address)).toBeNull()
  })
  it('a site below a path', () => {
    const base = 'https://host.example/school'
    expect(target('https://host.example/school/venue/gym/', base)).toEqual({
      by: 'slug',
      kind: 'venue',
      slug: 'gym',
    })
    expect(target('https://host.example/venue/gym/', base)).toBeNull()
  })
})

describe('06 §2.1 the answer', () => {
  it.each([
    [600, 0, 600, 338],
    [10_000, 10_000, 600, 338],
    [0, 0, 600, 338],
    [400, 300, 400, 225],
    [300, 0, 300, 200],
    [100, 0, 100, 200],
    [600, 100, 600, 100],
    [1, 1, 1, 1],
  ])('maxwidth %i, maxheight %i', (maxWidth, maxHeight, width, height) => {
    expect(sizeOf({ maxWidth, maxHeight })).toEqual({ width, height })
  })
  it('has the members of the table; titles never become markup', () => {
    const item = {
      url: 'https://school.example/event/fair/',
      title: 'A "fair" <b>&amp; more</b>',
      author: { name: 'ann', url: 'https://school.example/' },
      image: { url: 'https://school.example/media/fair.jpg', width: 1200, height: 800 },
    }
    const { html, ...rest } = richEmbed(
      item,
      { name: 'School', url: BASE },
      { maxWidth: 600, maxHeight: 0 },
      'abcdefghij',
    )
    expect(rest).toEqual({
      version: '1.0',
      provider_name: 'School',
      provider_url: BASE,
      author_name: 'ann',
      author_url: 'https://school.example/',
      title: 'A “fair” & more',
      type: 'rich',
      width: 600,
      height: 338,
      thumbnail_url: 'https://school.example/media/fair.jpg',
      thumbnail_width: 1200,
      thumbnail_height: 800,
    })
    expect(html).toContain(
      '<blockquote class="cal-embed" data-secret="abcdefghij"><a href="https://school.example/event/fair/">' +
        'A “fair” &amp; more</a></blockquote><iframe sandbox="allow-scripts" class="cal-embed-frame" ' +
        'src="https://school.example/event/fair/?embed=true#?secret=abcdefghij" width="600" height="338"',
    )
  })
  it('XML: one child per member, whatever stands in it', () => {
    expect(oembedXml({ title: 'a < b & "c" \u0001', width: 600, data: { status: 404 } })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<oembed><title>a &lt; b &amp; &quot;c&quot; </title>' +
        '<width>600</width><data><status>404</status></data></oembed>\n',
    )
  })
})

describe('06 §2.2 answers from elsewhere', () => {
  it('06-8 script and handlers go, frames are sandboxed and https, titles plain', () => {
    const html =
      '<script>alert(1)</script><p onclick="x()">Hi <a href="javascript:x()">a</a></p>' +
      '<iframe src="https://v.example/1" onload="x()" sandbox="allow-top-navigation"></iframe>' +
      '<iframe src="http://v.example/2"></iframe><object data="x"></object>'
    const embed = foreignEmbed({ type: 'video', version: '1.0', title: '<b>T</b> &amp; U', html, width: 300 })
    expect(embed).toEqual({
      type: 'video',
      version: '1.0',
      title: 'T & U',
      width: 300,
      html:
        '<p>Hi <a>a</a></p><iframe src="https://v.example/1" ' +
        'sandbox="allow-scripts allow-same-origin allow-popups"></iframe>',
    })
  })
  it('nothing to show, no type, or an address that is none', () => {
    expect(foreignEmbed({ type: 'rich', html: '<script>x</script>' })).toBeNull()
    expect(foreignEmbed({ html: '<p>x</p>' })).toBeNull()
    expect(foreignEmbed({ type: 'photo', url: 'javascript:x' })).toEqual({ type: 'photo' })
  })
  it('JSON and XML', () => {
    expect(readForeign('{"type":"rich","n":{"a":1},"width":5}', 'application/json+oembed')).toEqual({
      type: 'rich',
      width: 5,
    })
    expect(
      readForeign(
        '<?xml version="1.0"?><oembed><type>photo</type><width>5</width><title>a &amp; b</title></oembed>',
        'text/xml',
      ),
    ).toEqual({ type: 'photo', width: 5, title: 'a & b' })
    expect(readForeign('[]', 'application/json')).toBeNull()
    expect(readForeign('{', 'application/json')).toBeNull()
    expect(readForeign('<html></html>', 'text/xml')).toBeNull()
  })
  it('discovery links: JSON before XML, relative ones too', () => {
    const page =
      '<link rel="alternate" type="text/xml+oembed" href="/x"><link rel=stylesheet href=a>' +
      "<link type='application/json+oembed' href='/o?a=1&amp;b=2'>"
    expect(discovered(page, 'https://p.example/page')).toBe('https://p.example/o?a=1&b=2')
    expect(discovered('<link type="text/xml+oembed" href="/x">', 'https://p.example/')).toBe(
      'https://p.example/x',
    )
    expect(discovered('<p>nothing</p>', 'https://p.example/')).toBeNull()
  })
  it('CDATA, elements without an end, and elements within elements', () => {
    const xml =
      '<oembed><br><type>rich</type><html> <![CDATA[<p>a & b</p>]]> </html><x><type>no</type></x>' +
      '<height>5</height></oembed>'
    expect(readForeign(xml, 'text/xml')).toEqual({ type: 'no', html: '<p>a & b</p>', height: 5 })
  })
  it.each([
    ['links', () => discovered('<link '.repeat(170_000), 'https://p.example/')],
    ['roots', () => readForeign('<oembed>'.repeat(130_000), 'text/xml')],
  ])('06 §2.2 a megabyte of %s without an end is nothing', (_, read) => {
    expect(read()).toBeNull()
  })
  it('06 §2.2 a megabyte of texts without an end holds no member', () => {
    const xml = `<oembed>${'<a><![CDATA['.repeat(80_000)}</oembed>`
    expect(readForeign(xml, 'text/xml')).toEqual({})
  })
})
