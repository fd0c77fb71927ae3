import { expect, test } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { makeColleague } from './colleague.ts'

test.use({ allowedConsole: /status of 409/ })

test('a request is answered without a mail server, with a note, and an answer of a colleague is shown before one’s own', async ({
  page,
  ask,
  api,
  request,
}) => {
  await ask('Answered by hand')
  await ask('Answered by two')
  await page.goto('/#/admin/contacts?search=Answered')
  await page.getByRole('link', { name: 'Answered by hand' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Answered by hand' })).toBeVisible()

  const timeline = page.getByRole('list', { name: 'Timeline' })
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Call on Monday')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(timeline.getByText('Internal note')).toBeVisible()

  // Owner and follow-up are stored when they are chosen.
  const assignment = page.getByRole('complementary', { name: 'About this request' })
  await assignment.getByLabel('Owner').selectOption({ label: 'Administrator' })
  await expect(timeline.getByText('Administrator assigned this to themselves')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(assignment.getByLabel('Owner')).toHaveValue('')
  await assignment.getByLabel('Follow-up').selectOption({ label: 'Choose a date…' })
  await assignment.getByLabel('Follow-up').fill('2031-03-09')
  await page.keyboard.press('Enter')
  await expect(timeline.getByText('Administrator set a follow-up for 9 Mar 2031')).toBeVisible()
  await expect(assignment.getByRole('combobox', { name: 'Follow-up' })).toBeFocused()

  await page.getByRole('tab', { name: 'Reply' }).click()
  const answer = page.getByRole('textbox', { name: /^Reply to/ })
  await answer.fill('Dear Asha, gladly.')
  await expect(page.getByText('No mail server is set up (SMTP_URL).')).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Edit saved replies' }).click()
  const replies = await opened
  await expect(replies.getByRole('heading', { level: 1, name: 'Saved replies' })).toBeVisible()
  await replies.close()
  await expect(answer).toHaveValue('Dear Asha, gladly.')
  await answer.fill('Dear Asha,\ngladly')
  await answer.press('Shift+Home')
  await page.getByRole('button', { name: 'Bold' }).click()
  await answer.press('ControlOrMeta+End')
  await page.keyboard.type(', in s3://<bucket-name>.')
  await expect(answer).toHaveValue('Dear Asha,\n**gladly**, in s3://<bucket-name>.')
  await page.getByText('Preview', { exact: true }).click()
  await expect(page.locator('details').filter({ hasText: 'Preview' }).getByRole('paragraph')).toHaveText(
    'Dear Asha,\ngladly, in s3://<bucket-name>.',
  )
  await answer.fill('Dear Asha, gladly.')
  // The typed text survives a reload.
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(answer).toHaveValue('Dear Asha, gladly.')
  await page.getByRole('button', { name: 'Mark as sent and resolve' }).click()
  await expect(timeline.getByText('Dear Asha, gladly.')).toBeVisible()
  await expect(answer).toHaveValue('')

  await page.getByRole('button', { name: 'Log a reply' }).click()
  await page.getByLabel('Customer’s reply').fill('Thank you\n\n> Dear Asha')
  await page.getByRole('button', { name: 'Add to timeline' }).click()
  await expect(timeline.getByText('Marked as pending again')).toBeVisible()
  await timeline.getByText('Quoted text').click()
  await expect(timeline.getByText('> Dear Asha')).toBeVisible()
  await expectAccessible(page, 'a request')
  await expectToFit(page, 'a request')
  await page.getByRole('link', { name: 'Back to contacts' }).click()
  await expect(page).toHaveURL(/search=Answered/)

  // Two answer, and the second one is told.
  const [{ _id } = { _id: '' }] = await api<{ _id: string }[]>('GET', '/api/contact?search=Answered+by+two')
  await page.getByRole('link', { name: 'Answered by two' }).click()
  await answer.fill('From me')

  const { email, password } = await makeColleague(api, 'Ravi Shah')
  const signedIn = await request.post('/api/identity/sign-in', { data: { email, password } })
  const headers = { authorization: `Bearer ${(await signedIn.json()).token}` }
  const data = { body: 'From Ravi', sentElsewhere: true }
  expect((await request.post(`/api/contact/${_id}/answers`, { headers, data })).status()).toBe(201)
  // A note brings the timeline up to date.
  await page.getByRole('tab', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Internal note' }).fill('Hello')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(timeline.getByText('From Ravi')).toBeVisible()

  await page.getByRole('tab', { name: 'Reply' }).click()
  await page.getByRole('button', { name: 'Mark as sent', exact: true }).click()
  const newer = page.getByRole('dialog', { name: 'Ravi Shah has replied in the meantime.' })
  await expect(newer.getByText('From Ravi')).toBeVisible()
  await newer.getByRole('button', { name: 'Send anyway' }).click()
  await expect(timeline.getByText('From me')).toBeVisible()
  await expect(answer).toBeFocused()
})

test('all open messages of a person are resolved at once, and opened again', async ({ page, ask, api }) => {
  for (const subject of ['Written twice', 'Written twice, again']) await ask(subject, 'Hello?', 'twice@example.org')
  const statuses = async () =>
    (await api<{ status: string }[]>('GET', '/api/contact?search=Written+twice')).map(({ status }) => status)
  await page.goto('/#/admin/contacts?search=Written+twice')
  await page.getByRole('link', { name: 'Written twice', exact: true }).click()
  await page.getByRole('button', { name: 'Resolve all 2 open messages' }).click()
  await expect.poll(statuses).toEqual(['resolved', 'resolved'])
  await expect(page.getByRole('button', { name: /^Resolve all/ })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statuses).toEqual(['pending', 'pending'])
})
