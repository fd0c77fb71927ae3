import { sampleIds, samplePath } from '#features/home/samples.contract.ts'
import { expect, test } from './fixtures.ts'

/** The number of sheets of a printed page: Chromium writes each as an object in plain text. */
const sheets = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the company profile has two sheets that nothing is cut from, and a post is printed by its button', async ({
  page,
}) => {
  await page.goto('/profile')
  await expect(page.locator('.sheet')).toHaveCount(2)
  expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(2)
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  const cut = await page
    .locator('.sheet > div')
    .evaluateAll((parts) => parts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).length)
  expect(cut).toBe(0)

  // A sample is one sheet.
  for (const id of sampleIds) {
    await page.goto(samplePath(id))
    expect(sheets(await page.pdf({ preferCSSPageSize: true })), id).toBe(1)
  }

  // A form makes no sense on paper, nor does its frame; an answer does.
  await page.goto('/contact')
  await expect(page.getByText('Send us a message')).toBeHidden()
  await expect(page.getByText('Get in touch')).toBeVisible()
  expect(sheets(await page.pdf({ preferCSSPageSize: true }))).toBe(1)

  await page.emulateMedia({ media: 'screen' })
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await page.goto('/blog/the-incident-nobody-rehearsed')
  await page.getByRole('button', { name: 'Print / PDF' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
})
