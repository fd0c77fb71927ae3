import { readFile } from 'node:fs/promises'
import { expect, test, toast, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'

// The finder asks for an address that is not known while it is typed.
test.use({ allowedConsole: /404 \(Not Found\)/ })

test('a contact is found by the address, downloaded, and deleted with the word', async ({ page, api }) => {
  const email = 'erase.me@partner.example'
  for (const subject of ['Migration of our servers', 'And one more thing'])
    await api('POST', '/api/contact', { name: 'Raj Kumar', email, subject, message: 'Please call me.' })

  await visit(page, '/admin/dashboard')
  await page.keyboard.press('ControlOrMeta+k')
  const finder = page.getByRole('dialog', { name: 'Find anything' })
  await finder.getByRole('combobox').fill(email)
  await finder.getByRole('option', { name: `${email} person` }).click()
  await expect(page.getByRole('heading', { name: 'Raj Kumar', level: 1 })).toBeVisible()
  expect(page.url()).not.toContain('erase.me')
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('heading')).toHaveText([/Migration of our servers/, /And one more thing/])
  await expectAccessible(page, 'a person')
  await expectToFit(page, 'a person', [320])

  await expect(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Contacts' }),
  ).toBeVisible()
  await expect(page.getByText('Never emailed')).toBeVisible()
  const [contact] = await api<{ _id: string }[]>('GET', `/api/contact?search=${encodeURIComponent(email)}`)
  await api('POST', `/api/contact/${contact?._id}/notes`, { body: 'Sounds annoyed.' })
  await page.reload()
  await page.getByRole('button', { name: 'Download JSON' }).click()
  const asked = page.getByRole('alertdialog', { name: `Download everything about ${email}?` })
  await expect(asked).toContainText('It includes 1 note of your team.')
  await asked.getByLabel('Leave out internal notes').check()
  await expectAccessible(page, 'the question before an export with notes')
  const exported = page.waitForEvent('download')
  await asked.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await exported).path(), 'utf8')).toContain('"notesLeftOut": 1')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  await asked.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('person.html')

  // The person reads it without an account.
  await page.getByRole('button', { name: 'Create a link…' }).click()
  const linking = page.getByRole('dialog', { name: 'Link to their data' })
  await expect(linking).toContainText('Includes 1 note by colleagues.')
  await linking.getByLabel('Leave out internal notes').check()
  await linking.getByRole('button', { name: 'Create a link' }).click()
  await expect(linking.getByText(/^Expires /)).toBeVisible()
  await expectAccessible(page, 'a link to the data of a person')
  const address = await linking.getByLabel('Copy the link now. It is shown only once.').inputValue()
  const shown = await page.request.get(new URL(address).pathname)
  expect(await shown.text()).toContain('Left out: 1 note of its team.')
  await page.keyboard.press('Escape')

  // Both messages become one request, and two again.
  await timeline.getByRole('link', { name: 'And one more thing' }).first().click()
  await page.getByRole('button', { name: 'Same matter…' }).click()
  const joining = page.getByRole('dialog', { name: 'Same matter' })
  await expect(joining.getByRole('radio', { name: /^Migration of our servers/ })).toBeChecked()
  await expectAccessible(page, 'the choice of a request of the same matter')
  await joining.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('joined by Administrator')).toBeVisible()
  await expectToFit(page, 'joined requests', [320])
  await page.getByRole('button', { name: 'Undo joining “Migration of our servers”' }).click()
  await expect(toast(page, '“Migration of our servers” is a request of its own again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Same matter…' })).toBeVisible()
  await page.getByRole('link', { name: 'View profile' }).click()
  await page.getByRole('button', { name: 'Resolve all 2 open messages' }).click()
  await expect(timeline.getByText('Pending → Resolved')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Resolve all 2 open messages' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete personal data…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete personal data of ${email}?` })
  await expect(dialog).toContainText('This permanently deletes 2 messages, 1 note.')
  await expectAccessible(page, 'the question before an erasure')
  await page.keyboard.type('erase')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Type ERASE to confirm.')).toBeVisible()
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Personal data deleted: 2 messages, 1 note.')).toBeVisible()
  await expect(page).toHaveURL(/admin\/contacts/)
  await page.goBack()
  await expect(page.getByText('This contact does not exist. The personal data may have been deleted.')).toBeVisible()
})
