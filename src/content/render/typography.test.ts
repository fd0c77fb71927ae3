import { describe, expect, test } from 'vitest'
import { render } from '#testing/render.ts'
import { withTypography } from './typography.ts'

const html = (source: string) => render(source).html

describe('typography', () => {
  test.each([
    [`"It's done," she said.`, '“It’s done,” she said.'],
    [`'"Yes," he said', they wrote`, '‘“Yes,” he said’, they wrote'],
    [`"'Yes' is not 'no'"`, '“‘Yes’ is not ‘no’”'],
    [`the customers' data and rock 'n' roll of the '90s`, 'the customers’ data and rock ’n’ roll of the ’90s'],
    [`("a") ["b"] key="c" non-"d"`, '(“a”) [“b”] key=“c” non-“d”'],
    [`"version 2", a 27" screen, 5'10" tall`, '“version 2”, a 27" screen, 5\'10" tall'],
    ['Wait... no.... what', 'Wait… no.... what'],
    ['10-20%, 5-10k, 9:00-17:30, 1.2-1.3, 1,000-2,500', '10–20%, 5–10k, 9:00–17:30, 1.2–1.3, 1,000–2,500'],
    ['2019-2023, FY 2024-25, Mon-Fri, Jan-Mar', '2019–2023, FY 2024–25, Mon–Fri, Jan–Mar'],
    ['a - b, a -- b and a--b', 'a – b, a – b and a—b'],
    ...[
      '2026-11-21, CVE-2024-1234, 24-7, +91 20 5550-0142, 555-0142, ISO 8859-1, 1-2-3, v1.2-3.4.5, well-known',
      '5 - 3, -5, 802.11-1997, A4-210-297, 3-4-5, GPT-4-32, x-1-2',
      `https://a.test/it's-10-20...?q=x www.a.test/1-2 o'brien-1-2@a.test`,
    ].map((same) => [same, same] as [string, string]),
  ])('%s', (typed, set) => {
    expect(withTypography(typed)).toBe(set)
  })

  test('reaches across elements, and stops at blocks', () => {
    expect(html(`"*It's* [here](/x)", "**see** \`a\`"`)).toBe(
      '<p>“<em>It’s</em> <a href="/x">here</a>”, “<strong>see</strong> <code>a</code>”</p>',
    )
    expect(html('- "one\n- two"')).toContain('<li>“one</li>\n<li>two”</li>')
    expect(html('1"<br>"2"')).toBe('<p>1"<br>“2”</p>')
  })

  test('leaves code, addresses and attributes as typed', () => {
    const source = `\`"a" 1-2...\` <kbd>"</kbd> <abbr title="it's 1-2...">A</abbr> https://a.test/it's\n\n    'b' 1-2...`
    const rendered = html(source)
    expect(rendered).toContain('<code>"a" 1-2...</code> <kbd>"</kbd> <abbr title="it&#x27;s 1-2...">A</abbr>')
    expect(rendered).toContain("https://a.test/it's<span")
    expect(rendered).toContain("'b' 1-2...</code>")
  })

  test('sets headings and captions, and keeps their addresses', () => {
    const { html, headings, text } = render(`## It's 2-3 "days"...\n\n![](/a.png "It's")`)
    expect(headings).toEqual([{ id: 'c-its-2-3-days', text: 'It’s 2–3 “days”…', depth: 2 }])
    expect(html).toContain('<figcaption>It’s</figcaption>')
    expect(html).toContain('aria-label="Link to this section: It’s 2–3 “days”…"')
    // Searches and read times use the text as typed.
    expect(text).toContain(`It's 2-3 "days"...`)
  })

  test('a text of only quotation marks takes no longer than another', () => {
    expect(withTypography(`${'("'.repeat(200_000)}${`5' `.repeat(200_000)}`)).toHaveLength(1_000_000)
  })
})
