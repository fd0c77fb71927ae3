import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { importSubscribers } from '../src/testing/staff-calls.ts'
import { expect, test, toast, visit } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { openTab, save } from './blog-form.ts'
import { endHold } from './hold.ts'

// The newsletter goes to all subscribers, so the tests run one after another.
test.describe.configure({ mode: 'serial' })
test.use({ keepsRecords: true })

/** A retry creates new posts. */
const attempt = Date.now().toString(36)
const [undone, sent] = [`Told of and undone ${attempt}`, `Sent to all ${attempt}`]
const readers = Array.from({ length: 300 }, (_, index) => `reader-${index}@notification.example`)
const post = { excerpt: 'What they are.', content: 'Words.', category: 'Cloud' }

test.beforeAll(async ({ playwright, token }, { project }) => {
  const request = await playwright.request.newContext({ baseURL: project.use.baseURL ?? '' })
  const headers = { authorization: `Bearer ${token}` }
  await importSubscribers(async (method, path, data) => {
    const answer = await request.fetch(path, { method, headers, data })
    expect(answer.ok()).toBe(true)
    return answer.json()
  }, readers.join('\n'))
  await request.dispose()
})

test('the editor shows the number of recipients and that no message leaves the machine; a published post can be undone', async ({
  page,
}) => {
  await visit(page, '/admin/blogs/new')
  await page.getByLabel('Title', { exact: true }).fill(undone)
  await page.getByLabel('Excerpt').fill('What it is about.')
  await page.getByLabel('Category').selectOption('Cloud')
  await openTab(page, 'Publish')
  await page.getByLabel('Send email notification').check()
  await expect(
    page.getByText(/^Goes to \d+ subscribers once, \d+ seconds after you save\. You can undo until then\.$/),
  ).toBeVisible()
  await expect(page.getByText('Emails are not being sent.')).toBeVisible()
  // Only what cannot be taken back needs a question.
  const mailing = page.getByRole('alertdialog', { name: /^Publish and email \d+ subscribers\?$/ })
  await save(page)
  await expectAccessible(page, 'the question before a newsletter')
  await mailing.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Send email notification')).toBeChecked()
  await save(page)
  await mailing.getByRole('button', { name: /^Publish and email \d+ subscribers$/ }).click()
  await expect(page).toHaveURL(/#\/admin\/blogs$/)

  const underWay = page.getByRole('list', { name: 'Being sent' }).getByRole('listitem').filter({ hasText: undone })
  await expect(underWay).toContainText(/Sending in \d+ s to \d+ subscribers\./)
  await page.getByRole('checkbox', { name: `Select ${undone}` }).check()
  const bar = page.getByRole('region', { name: 'Selected' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete 1 post?' })
  await expect(question).toContainText(/”: Its newsletter to \d+ subscribers has not been sent yet\. It is cancelled\./)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await underWay.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Undone. The newsletter will not be sent.')).toBeVisible()
  await expect(underWay).toHaveCount(0)
})

test('a notification waits, is paused and sent on screen, and each recipient’s state is shown', async ({
  page,
  api,
}) => {
  const { _id: held } = await api('POST', '/api/blogs', {
    ...post,
    title: 'Taken off in time',
    slug: `taken-off-${attempt}`,
    published: true,
    sendNotification: true,
  })
  await visit(page, `/admin/blogs/edit/${held}`)
  await openTab(page, 'Publish')
  await page.getByLabel('Publish this post').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Unpublish this post?' })
  await expect(question).toContainText(/Its newsletter to \d+ subscribers has not been sent yet\. It is on hold until/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Publish this post').check()
  await page.getByLabel('Title', { exact: true }).fill('Typed alone')
  await expect(page.getByText('With your latest edits').first()).toBeVisible()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(toast(page, 'Sent to admin@example.com, with your latest edits')).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Taken off in time')
  // Undo waits for the save, whose answer takes its time.
  const notification = page.getByRole('group', { name: 'Newsletter' })
  const undo = notification.getByRole('button', { name: 'Undo' })
  await page.route('**/api/blogs/*', async (route) => {
    // The form may look at its post at any time.
    if (route.request().method() === 'GET') return route.fallback()
    const answer = await route.fetch()
    await expect(undo).toBeDisabled()
    await route.fulfill({ response: answer })
  })
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Blog updated successfully')).toBeVisible()
  await expect(page.getByText(/^Sending in \d+ s to/)).toBeVisible()
  // The list of notifications tells of the undo before its own answer does.
  await page.route('**/notification/undo', async (route) => {
    const answer = await route.fetch()
    await expect(notification).toHaveCount(0)
    await route.fulfill({ response: answer })
  })
  await undo.click()
  await page.unroute('**/api/blogs/*')
  await expect(toast(page, 'Undone. The newsletter will not be sent.')).toBeVisible()
  await expect(page.getByLabel('Send email notification')).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
  await page.getByLabel('Publish this post').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The message of the first save may still be there.
  await expect(toast(page, 'Blog updated successfully').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)

  const { _id } = await api('POST', '/api/blogs', {
    ...post,
    title: sent,
    slug: `sent-to-all-${attempt}`,
    published: true,
    sendNotification: true,
  })
  await visit(page, `/admin/blogs/notification/${_id}`)
  await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
  await expect(page.getByText(/^Sending in \d+ s/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText(/^Paused after 0 of \d+\.$/)).toBeVisible()
  endHold('blogId', _id)
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await expect(page.getByText(/^Sending: \d+ of \d+\.$/)).toBeVisible()
  const bar = page.getByRole('progressbar', { name: `Newsletter about ${sent}` })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(page.getByText(/^Sent to \d+ subscribers on /)).toBeVisible({ timeout: 60_000 })
  await page.getByPlaceholder('Search recipients...').fill('reader-7@')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('Sent')
  await page.getByRole('button', { name: 'Not delivered', exact: true }).click()
  await expect(page.getByText('No recipients found')).toBeVisible()

  await visit(page, `/admin/blogs/edit/${_id}`)
  await openTab(page, 'Publish')
  await expect(page.getByText(/^Sent to \d+ subscribers\. A post is emailed only once/)).toBeVisible()
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(toast(page, 'Sent to admin@example.com')).toBeVisible()
})

test.describe('a subscriber without scripts', () => {
  test.use({ javaScriptEnabled: false, beginSignedIn: false })

  test('unsubscribes by the link in the message, and can undo that', async ({ page }) => {
    await page.goto(await unsubscribeLink('reader-3@notification.example'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsubscribe')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed')
    await page.reload()
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are subscribed again')
  })
})

/** The message to a subscriber, which is written to a file. */
async function messageTo(email: string): Promise<Email> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mail')
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.eml'))) {
    const source = await readFile(join(folder, name))
    if (source.includes(`To: ${email}`)) return PostalMime.parse(source)
  }
  throw new Error(`No message to ${email}`)
}

/** The path of the link in the message. */
async function unsubscribeLink(email: string): Promise<string> {
  const header = (await messageTo(email)).headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  return /^<https?:\/\/[^/]+([^>]+)>$/.exec(header)?.[1] ?? ''
}

test('axe finds nothing on a notification, and on the page that unsubscribes', { tag: '@all' }, async ({
  page,
  api,
}) => {
  const { blogs } = await api<{ blogs: { _id: string; slug: string }[] }>('GET', '/api/blogs/adminblogs?search=Sent')
  const id = blogs.find(({ slug }) => slug === `sent-to-all-${attempt}`)?._id
  await visit(page, `/admin/blogs/notification/${id}`)
  await expect(page.getByRole('heading', { name: 'Recipients' })).toBeVisible()
  await expectAccessible(page, 'notification')
  await page.goto(await unsubscribeLink('reader-4@notification.example'))
  await expectAccessible(page, 'unsubscribing')
})

test('the message is readable', async ({ page }) => {
  await page.setContent((await messageTo('reader-5@notification.example')).html ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sent)
  for (const [colorScheme, background] of [
    ['light', 'rgb(251, 250, 246)'],
    ['dark', 'rgb(12, 20, 19)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('body')).toHaveCSS('background-color', background)
  }
  // A message is not a page of a site: it has no landmarks.
  await expectAccessible(page, 'message', ['region', 'landmark-one-main'])
})
