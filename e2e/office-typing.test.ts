import type { Page } from '@playwright/test'
import { expect, test } from './office-fixtures.ts'

const vocabulary =
  'cloud data bill region server queue index cache vault token audit lease shard proxy cost margin lake mesh pod cron'.split(' ')
const words = (count: number, seed: number) => Array.from({ length: count }, (_, at) => vocabulary[(at * 7 + seed * 13) % 20]).join(' ')
const chapter = (at: number) =>
  `## Chapter ${at}\n\n${words(60, at)} **${words(3, at)}** and [a link](https://example.com/${at}).\n\n- ${words(17, at)}\n- ${words(18, at + 1)}\n`
const long = Array.from({ length: 200 }, (_, at) => chapter(at)).join('\n')

/** From a key's press until the screen has been drawn with it, in ms: the middle one of many. */
async function keyTime(page: Page): Promise<number> {
  const editor = page.getByRole('textbox', { name: 'Content' })
  await editor.click({ position: { x: 200, y: 90 } })
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    document.addEventListener(
      'keydown',
      () => {
        const pressed = performance.now()
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - pressed)))
      },
      { capture: true },
    )
  })
  await page.keyboard.type('The quick brown fox jumps over the lazy dog, and on.', { delay: 40 })
  const times = await page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY
}

test('typing in a post of 20,000 words is as immediate as in an empty one', async ({ page, api }) => {
  test.setTimeout(90_000)
  expect(long.split(/\s+/).length).toBeGreaterThan(20_000)
  const post = { title: 'Long', slug: `long-${Date.now()}`, excerpt: 'x', category: 'Cloud', content: long, published: false }
  const { _id } = await api('POST', '/api/blogs', post)
  await page.goto('/#/admin/blogs/new')
  const empty = await keyTime(page)
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('about:blank')
  await page.goto(`/#/admin/blogs/edit/${_id}`)
  const full = await keyTime(page)
  console.log(`A key takes ${empty.toFixed(1)} ms in an empty post and ${full.toFixed(1)} ms in one of 20,000 words.`)
  expect(full / empty).toBeLessThan(4)

  await page.keyboard.press('Control+s')
  await expect(page.getByText('Blog updated successfully')).toBeVisible()
  const saved = (await api<{ content: string }>('GET', `/api/blogs/id/${_id}`)).content
  expect(saved).toContain('The quick brown fox')
  expect(saved.length).toBeGreaterThan(long.length * 0.99)
})
