import { expect, test } from './admin-fixtures.ts'
import { picture } from './picture.ts'

test('a case study is written with a list and a picture, previewed, and shown to visitors', { tag: '@all' }, async ({
  page,
}) => {
  // Other tests publish on the same site, so only this page knows of the rule.
  await page.route('**/api/users/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), secondPerson: ['cases'] } })
  })
  await page.goto('/#/admin/cases/new')
  await page.getByLabel('Title', { exact: true }).fill('Lists by hand')
  for (const [label, value] of [
    ['Client', 'Kelp'],
    ['Industry', 'Logistics'],
    ['Summary', 'Half of the bill.'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Problem is required')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Problem' })).toBeFocused()
  await page.keyboard.type('We found:\n- idle machines\nno owner')

  await page.getByRole('textbox', { name: 'Solution' }).click()
  await page.keyboard.type('A chart:')
  await page.getByRole('toolbar').last().getByRole('button', { name: 'Insert image' }).click()
  await page.getByLabel('Choose an image, or drop it here').setInputFiles(await picture('chart.png'))
  await page.getByRole('dialog').getByLabel('Alternative text').fill('Costs fall')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()

  await page.getByRole('button', { name: 'Show preview' }).click()
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.getByRole('listitem').filter({ hasText: 'no owner' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Costs fall' })).toBeVisible()

  await page.getByRole('tab', { name: /^Publish/ }).click()
  await expect(page.getByText('You can publish it as an owner; the activity log says so.')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish without a second person?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Lists by hand')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('link', { name: /^View Lists by hand/ }).waitFor()
  await page.goto('/work/lists-by-hand')
  await expect(page.getByRole('listitem').filter({ hasText: 'idle machines' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Costs fall' })).toBeVisible()
})
