import { importSubscribers } from '../src/testing/staff-calls.ts'
import { expect, test, toast, visit } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { endHold } from './hold.ts'

test('a newsletter is written, confirmed, held, undone, and looked at as mail programs show it', async ({
  page,
  api,
}) => {
  await importSubscribers(api, 'asha@newsletters.example\nvikram@newsletters.example')
  await visit(page, '/admin/newsletters/new')
  await page.getByLabel('Title', { exact: true }).fill('Course dates of spring')
  await page.getByRole('textbox', { name: 'Text', exact: true }).click()
  await page.keyboard.type('Three courses begin in March.')

  await expect(page.getByLabel('Audience')).toHaveValue('everyone')
  await page.getByLabel('Audience').selectOption('Topic')
  // Nothing is sent before somebody is chosen.
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Choose one below, or change the audience.')).toBeVisible()
  await expect(page.getByLabel('Audience')).toBeFocused()
  await page.getByLabel('Course dates').check()
  await expect(page.getByText(/^[\d,]+ subscribers/)).toBeVisible()
  await page.getByRole('button', { name: 'View recipients' }).click()
  const people = page.getByRole('dialog', { name: 'Topic: Course dates' })
  await people.getByPlaceholder('Search recipients...').fill('asha@newsletters')
  await expect(people.getByRole('listitem')).toHaveText(['asha@newsletters.example'])
  await page.keyboard.press('Escape')
  // The checks run by themselves.
  await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible()
  await expectAccessible(page, 'the form of a newsletter')

  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const ready = page.getByRole('region', { name: 'Ready to send?' })
  await expect(ready.getByRole('heading')).toBeFocused()
  await expect(ready).toContainText(/Goes to [\d,]+ subscribers at \d\d:\d\d IST\. You can undo until then\./)
  await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible()
  await ready.getByRole('button', { name: 'Send', exact: true }).click()
  const sending = page.getByRole('region', { name: 'Sending' })
  await expect(sending).toContainText(/Sending in \d+ s/)
  // From here on it is shown as it is mailed.
  await expect(page.getByRole('heading', { name: 'Course dates of spring' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const text = page.getByTitle('The message').contentFrame().getByRole('paragraph')
  await expect(text.filter({ hasText: 'Three courses begin in March.' })).toBeVisible()
  await expectAccessible(page, 'a newsletter that is held')
  await sending.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone. The newsletter will not be sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Show preview' }).click()
  for (const program of ['Gmail', 'Outlook', 'Dark phone']) {
    await page.getByRole('button', { name: program }).click()
    await expect(text.filter({ hasText: 'Three courses begin in March.' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Hide preview' }).click()

  await page.getByRole('link', { name: 'Back to newsletters' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Course dates of spring' })
  await expect(row).toContainText('Topic: Course dates')
  await expect(row).toContainText('Draft')
  await expectAccessible(page, 'the list of newsletters')
  await row.getByRole('link', { name: 'Course dates of spring', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('Three courses begin in March.')
})

test('a sent newsletter is shown as it was mailed, its page is corrected, and a new one goes to those who got it', async ({
  page,
  api,
  request,
}) => {
  const email = 'meera@newsletters.example'
  await importSubscribers(api, email)
  const { _id: courseId } = await api<{ _id: string }>('GET', '/api/courses/cloud-foundations-on-aws')
  const asked = { courseId, kind: 'nextDate', name: 'Meera', email, months: [], weekdays: [] }
  expect((await request.post('/api/course-requests', { data: asked })).status()).toBe(201)
  const audience = { to: 'course', courseId }
  const newsletter = { title: 'Dates of autumn', body: 'Two courses begin in Octobre.', audience }
  const { _id } = await api<{ _id: string }>('POST', '/api/newsletters', newsletter)
  await api('POST', `/api/newsletters/${_id}/send`)
  await api('POST', `/api/newsletters/${_id}/pause`)
  endHold('newsletterId', _id)
  await api('POST', `/api/newsletters/${_id}/resume`)

  await visit(page, `/admin/newsletters/edit/${_id}`)
  await expect(page.getByText(/^Sent to \d+ subscribers?/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expectAccessible(page, 'a newsletter that was sent')
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dates of autumn' })).toBeVisible()
  await expectAccessible(page, 'the results of a newsletter')

  await visit(page, `/admin/newsletters/edit/${_id}`)
  await page.getByRole('link', { name: 'Edit web version' }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Two courses begin in October.')
  await expectAccessible(page, 'the page of a newsletter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Corrected on /)).toBeVisible()
  const message = page.getByTitle('The message').contentFrame().getByRole('paragraph')
  await expect(message.filter({ hasText: 'Two courses begin in Octobre.' })).toBeVisible()
  const address = await page.getByRole('link', { name: /^\/newsletters\// }).getAttribute('href')
  const shown = await (await request.get(address ?? '')).text()
  expect(shown).toContain('Two courses begin in October.')
  expect(shown).toContain('Corrected on')
  expect(shown).not.toContain('Octobre')

  await page.getByRole('button', { name: 'Write a follow-up' }).click()
  await expect(page.getByLabel('Audience')).toHaveValue('got')
  await expect(page.getByLabel('Received…').getByRole('option', { selected: true })).toContainText('Dates of autumn')
})
