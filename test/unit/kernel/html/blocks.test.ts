import { describe, expect, it } from 'vitest'
import { sanitizeBlocks } from '../../../../shared/kernel/html/blocks.ts'
import { sanitizeHtml } from '../../../../shared/kernel/html/sanitize.ts'

describe('05 §15 texts of block editors', () => {
  it.each([
    '<!-- wp:paragraph -->\n<p>Hello</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:acme/map {"place":"Troy","zoom":3} /-->',
    '<p>Before</p><!--more--><p>After</p><!--nextpage-->',
  ])('keep the marks of their blocks: %s', html => {
    expect(sanitizeBlocks(html)).toBe(html)
  })

  it('are cleaned between the marks', () => {
    const html = '<!-- wp:html --><p onclick="x()">A<script>b()</script></p><!-- /wp:html -->'
    expect(sanitizeBlocks(html)).toBe('<!-- wp:html --><p>A</p><!-- /wp:html -->')
  })

  it('lose comments that are no marks, and what only looks like one', () => {
    expect(sanitizeBlocks('<!-- wp:a --><!-- note --><!-- wp:b <script> --><p>x</p>')).toBe(
      '<!-- wp:a --><p>x</p>',
    )
  })

  it.each([
    `<a href="https://a.example/" title='<!-- wp:x {"a":" onmouseover=alert(1) x="} -->'>A</a>`,
    `<img alt='<!-- wp:x {"a":""} -->' src="https://a.example/a.png"><!-- wp:y -->`,
    `<a title="\ue0000\ue001" href="https://a.example/">A</a><!-- wp:x {"b":"\\" onfocus=x"} -->`,
  ])('let no mark into a tag: %s', html => {
    for (const tag of sanitizeBlocks(html).match(/<[a-z][^>]*>/g) ?? []) {
      expect(tag).not.toContain('wp:')
      expect(tag).not.toMatch(/on[a-z]+=/)
    }
  })

  it('without marks are those of everybody', () => {
    const html = '<p style="a">x</p>\ue0000\ue001'
    expect(sanitizeBlocks(html)).toBe(sanitizeHtml(html))
  })
})
