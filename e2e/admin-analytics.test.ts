import { readFileSync } from 'node:fs'
import { expect, test, visit } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'

test('the analytics say what brought an enquiry; the range and any row are in the address', async ({
  page,
  request,
  api,
  made,
}) => {
  const { _id, slug, title } = await api<{ _id: string; slug: string; title: string }>(
    'GET',
    '/api/blogs/the-incident-nobody-rehearsed',
  )
  const campaign = `autumn-${Date.now()}`
  const seen = (kind: string, path: string) =>
    request.post('/api/seen', { data: JSON.stringify({ kind, path, referrer: 'www.linkedin.com', campaign }) })
  for (const path of ['/services', '/services', `/blog/${slug}`]) await seen('visit', path)
  const asked = await request.post('/api/contact', {
    data: {
      ...{ name: 'Asha Rao', email: 'asha@example.org', subject: 'Brought by a campaign', message: 'We need a hand.' },
      ...{ page: `/services?utm_campaign=${campaign}`, referrer: 'www.linkedin.com' },
    },
  })
  made.push(`/api/contact/${(await asked.json())._id}`)

  await visit(page, '/admin/analytics')
  const campaigns = page.getByRole('region', { name: 'Campaigns' })
  await campaigns.getByRole('button', { name: campaign }).click()
  await expect(page).toHaveURL(new RegExp(`analytics\\?campaign=${campaign}$`))
  const tile = (name: string) => page.getByRole('region', { name: 'Overview' }).getByRole('button', { name })
  await expect(tile('Visits')).toContainText('3')
  await expect(tile('Enquiries')).toContainText('1')
  const pages = page.getByRole('region', { name: 'Pages' })
  await expect(pages.getByRole('row', { name: 'Services' })).toHaveText('Services/services210')
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('row')).toHaveText([/^Source/, 'LinkedIn3100'])

  await pages.getByRole('button', { name: title }).press('Enter')
  await expect(tile('Visits')).toContainText('1')
  await expect(tile('Enquiries')).toContainText('0')
  await page.getByRole('button', { name: `Page: ${title}` }).click()
  await expect(page).toHaveURL(new RegExp(`analytics\\?campaign=${campaign}$`))
  await page.getByRole('button', { name: 'Quarter' }).click()
  await tile('Enquiries').click()
  await expect(page).toHaveURL(new RegExp(`\\?campaign=${campaign}&range=quarter&line=enquiries$`))
  await page.getByRole('slider', { name: 'Day of the enquiries' }).focus()
  await expect(page.getByText(/^\w{3} \d+ \w{3}: 1 enquiry$/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/^\w{3} \d+ \w{3}: not counted yet$/)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pages as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('analytics-pages.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain('"/services","","2","1","0"')

  await page.getByText('View as table').click()
  await page.getByText('How we measure').click()
  await expectToFit(page, 'analytics')
  await expectAccessible(page, 'analytics')

  await visit(page, `/admin/blogs/edit/${_id}`)
  await page.getByRole('link', { name: /^\d+ visits? in 30 days/ }).click()
  await expect(page).toHaveURL(new RegExp(`analytics\\?page=%2Fblog%2F${slug}$`))
  await expect(tile('Visits')).toContainText(/[1-9]/)
})
