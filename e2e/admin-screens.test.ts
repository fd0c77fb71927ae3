import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { screens as registered } from '#app/screens.admin.tsx'
import { groups } from '#features/settings/settings.contract.ts'
import { validSection } from '#testing/valid-section.ts'
import { expect, goOnTo, test, visit } from './admin-fixtures.ts'
import { complete, expectAccessible, expectReach, expectToFit } from './appearance.ts'
import { editor, openTab, post } from './blog-form.ts'
import { hydrate } from './fixtures.ts'
import { picture } from './picture.ts'

type Api = <T>(method: 'GET' | 'POST', path: string, data?: unknown) => Promise<T>

/** The screens without a record in their path: lists, and the forms for a new record. */
const paths = registered.filter(({ open, path }) => !open && !path.includes(':')).map(({ path }) => path)
const isForm = (path: string) => path.endsWith('/new')

const course = (api: Api) =>
  api<{ _id: string; cohorts: { _id: string }[] }>('GET', '/api/courses/cloud-foundations-on-aws')

const pageWithEvent = (api: Api) =>
  made(api, '/api/pages', {
    ...{ title: unbroken, path: `page-${randomUUID()}` },
    sections: ['opening', 'event', 'form'].map((kind) =>
      validSection(kind, { words: (max) => unbroken.slice(0, max) }),
    ),
  })

const webhook = (api: Api) =>
  made(api, '/api/hooks', { url: `https://${'unbroken-'.repeat(6)}host.example/path`, events: ['backup.failed'] })

/** The subject of this test's own request: those of other tests may be deleted meanwhile. */
let subject = ''

/** A record's id, by the path of the screen that shows it. Of the forms some show sample content, which stays while other tests make records. */
const ids: Record<string, (api: Api) => Promise<string>> = {
  '/admin/contacts/:id': async (api) =>
    (await api<{ _id: string }[]>('GET', `/api/contact?search=${encodeURIComponent(subject)}`))[0]?._id ?? '',
  '/admin/courses/dates/:id': async (api) => (await course(api)).cohorts[0]?._id ?? '',
  '/admin/courses/dates/:id/list': async (api) => (await course(api)).cohorts[0]?._id ?? '',
  '/admin/courses/dates/:id/certificates': async (api) => (await course(api)).cohorts[0]?._id ?? '',
  '/admin/courses/:id/registrations': async (api) => (await course(api))._id,
  '/admin/persons/:id': async (api) =>
    (await api<{ key: string }>('POST', '/api/persons/find', { email: 'asha@example.org' })).key,
  '/admin/blogs/edit/:id': async (api) =>
    (await api<{ _id: string }>('GET', '/api/blogs/the-incident-nobody-rehearsed'))._id,
  '/admin/courses/edit/:id': async (api) => (await course(api))._id,
  '/admin/products/edit/:id': (api) => firstOf(api, '/api/products'),
  '/admin/services/edit/:id': (api) => firstOf(api, '/api/services'),
  '/admin/cases/edit/:id': (api) =>
    made(api, '/api/cases', {
      ...{ title: unbroken, slug: `case-${randomUUID()}`, client: unbroken, industry: 'Logistics', summary: 'Short.' },
      ...{ problem: 'It was slow.', solution: 'It is fast.', quote: 'Thank you.', quoteBy: 'Asha Rao' },
      figures: [{ figure: '0', name: 'minutes of downtime', asOf: '2026-05-01' }],
    }),
  '/admin/testimonials/edit/:id': (api) =>
    made(api, '/api/testimonials', {
      ...{ name: unbroken, role: 'CTO', company: unbroken, quote: unbroken, agreedOn: '2026-05-01' },
    }),
  '/admin/faqs/edit/:id': (api) => made(api, '/api/faqs', { question: unbroken, answer: unbroken, places: ['home'] }),
  '/admin/openings/edit/:id': (api) =>
    made(api, '/api/openings', {
      ...{ title: unbroken, place: 'Pune', kind: 'Full-time', description: 'You build.', closesOn: '2020-02-01' },
    }),
  '/admin/pages/edit/:id': pageWithEvent,
  '/admin/pages/:id/registrations': pageWithEvent,
  '/admin/savedReplies/edit/:id': (api) => made(api, '/api/savedReplies', { name: unbroken, body: 'Hello.' }),
  // The address of a webhook is only called when something happens that it listens to.
  '/admin/connections/hooks/:id': webhook,
  '/admin/connections/hooks/:id/edit': webhook,
  '/admin/newsletters/edit/:id': (api) =>
    made(api, '/api/newsletters', { title: unbroken, body: 'Words.', audience: { to: 'everyone' } }),
}
const isEdit = (path: string) => path.split('/').includes('edit')
/** All forms are one kit: of these `npm test` looks at a filled one, of other records at an empty one, and of all at both with all tests. */
const oftenEdited = /\/(blogs|courses|products|services)\//

/** A name with a word that is wider than a phone. */
const unbroken = `Unbroken: ${'Donaudampfschiff'.repeat(8)}`
const firstOf = async (api: Api, path: string) => (await api<{ _id: string }[]>('GET', path))[0]?._id ?? ''
/** Visitors do not see it. */
const made = async (api: Api, path: string, record: object) =>
  (await api<{ _id: string }>('POST', path, { ...record, active: false }))._id

/** The path of each screen of a record that is a form, or is not one. */
const pathsOf = (api: Api, isWanted: (path: string) => boolean) =>
  Promise.all(
    Object.entries(ids)
      .filter(([path]) => isWanted(path))
      .map(async ([path, idOf]) => path.replace(':id', await idOf(api))),
  )

/** Their tests make the records, most of which are messages that were sent, and look at them with axe. */
const elsewhere = [
  '/admin/blogs/notification/:id',
  '/admin/newsletters/:id/page',
  '/admin/newsletters/:id/results',
  '/admin/subscribers/imports/:id',
  '/admin/system/imports/:id',
]
const ofRecords = registered.map(({ path }) => path).filter((path) => path.includes(':'))

test('each screen of a record is looked at here or by its own test', () => {
  const own = ofRecords.filter((path) => path !== '/admin/settings/:id')
  expect(own.filter((path) => !(path in ids)).sort()).toEqual(elsewhere)
})

/** The workers share the screens. */
const parts = [0, 1, 2]

/** Every screen behind the sign-in, with empty and filled forms. */
const screens = {
  lists: async (api: Api) => {
    const slug = `unbroken-${randomUUID()}`
    await api('POST', '/api/blogs', post(unbroken, { slug, published: false }))
    await api('POST', '/api/redirects', { from: `/${unbroken}/${slug}`, to: '/about' })
    const { _id, cohorts } = await course(api)
    return [
      ...paths.filter((path) => !isForm(path)),
      ...(await pathsOf(api, (path) => !isEdit(path))),
      `/admin/courses/${_id}/registrations?group=interested`,
      `/admin/courses/dates/${cohorts[0]?._id}?tab=attendance`,
      `/admin/courses/dates/${cohorts[0]?._id}?tab=messages`,
      '/admin/products?search=zzzz',
      '/admin/nowhere',
    ]
  },
  forms: async (api: Api) => {
    // The forms of other records offer it as a choice.
    await made(api, '/api/services', {
      ...{ title: unbroken, description: 'Words.', category: 'Cloud', icon: 'Code', features: [] },
    })
    return [
      ...paths.filter((path) => isForm(path) && (complete || !oftenEdited.test(path))),
      ...Object.values(groups)
        .filter(
          ({ id, isElsewhere }) => !isElsewhere && (complete || ['company', 'footer', 'announcement'].includes(id)),
        )
        .map(({ id }) => `/admin/settings/${id}`),
      ...(await pathsOf(api, (path) => isEdit(path) && (complete || oftenEdited.test(path)))),
    ]
  },
}

test.beforeEach(async ({ request, ask }) => {
  subject = `For the screens ${randomUUID()}`
  await ask(subject)
  await request.post('/api/newsletter/subscribe', { data: { email: 'for-the-screens@example.org' } })
})

test.describe('on a device in another time zone', () => {
  test.use({
    timezoneId: 'America/Los_Angeles',
    // The router logs this when a changed address leaves a form. The library has none of the images that the sections name.
    allowedConsole: /You are trying to use a blocker on a POP navigation|404 \(Not Found\) \S+\/media\/(?:ab){16}/,
  })

  const kinds = Object.entries(screens).flatMap(([kind, paths]) => parts.map((part) => ({ kind, paths, part })))
  for (const { kind, paths, part } of kinds) {
    test(`axe finds nothing on the ${kind} (${part + 1} of ${parts.length}), nothing is wider than the window, and times are the company’s`, async ({
      page,
      api,
    }) => {
      test.setTimeout(900_000)
      await visit(page, '/admin/nowhere')
      const all = await paths(api)
      for (const path of all.filter((_, index) => index % parts.length === part)) {
        await goOnTo(page, path)
        await expect(page.locator('h1')).toHaveCount(1)
        await expectCompanyTime(page, path)
        await expectAccessible(page, path)
        await expectToFit(page, path)
        await expectReach(page, path)
      }
    })
  }
})

/** The allowed formats of a time: the day in the company's time, or the time with its zone. */
const [day, clock] = [
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'medium' }),
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', timeStyle: 'short' }),
]
/** The site shortens September like the other months. */
const dayOf = (iso: string) => day.format(new Date(iso)).replace('Sept', 'Sep')

async function expectCompanyTime(page: Page, path: string) {
  const times = page.locator('main time')
  if (withTimes.includes(path)) await expect(times, path).not.toHaveCount(0)
  const found = await times.evaluateAll((times) =>
    times.map((time) => [time.getAttribute('datetime') ?? '', time.textContent ?? ''] as const),
  )
  for (const [iso, shown] of found.filter(([iso]) => iso.includes('T')))
    expect
      .soft(shown, `${path}: ${iso}`)
      .toMatch(
        shown.includes(':')
          ? new RegExp(`^(${dayOf(iso)}, )?${clock.format(new Date(iso))} IST$`)
          : new RegExp(`^${dayOf(iso)}$`),
      )
}

/** Some of the screens that show times. */
const withTimes = ['dashboard', 'contacts', 'users', 'subscribers', 'profile', 'activity', 'system', 'blogs'].map(
  (name) => `/admin/${name}`,
)

test.describe('of other versions', () => {
  // There is no course with this id.
  test.use({ allowedConsole: /404 \(Not Found\)/ })

  test('the former addresses of screens lead to the present ones', { tag: '@all' }, async ({ page }) => {
    await visit(page, '/admin/letters')
    await expect(page).toHaveURL(/#\/admin\/newsletters$/)
    for (const [former, present] of [
      ['figures?range=year', 'analytics?range=year'],
      ['as-of', 'site-preview'],
      ['questions', 'faqs'],
      ['course-requests?group=waiting', 'registrations?group=waiting'],
      ['courses/x/people?cohort=y', 'courses/x/registrations?cohort=y'],
    ]) {
      await page.goto(`/#/admin/${former}`)
      await expect.poll(() => page.url()).toMatch(new RegExp(`#/admin/${present?.replace('?', '\\?')}$`))
    }
  })
})

test('axe finds nothing in menus and dialogs', { tag: '@all' }, async ({ page }) => {
  await page.goto('/#/admin/products')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'question')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'shortcuts')
  await visit(page, '/admin/courses/new')
  await page.getByRole('button', { name: 'Add instructor' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'instructor')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await visit(page, '/admin/courses')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page, 'menu of a row')
})

test('axe finds nothing on the site as of a time, and nothing is wider than the window', { tag: '@all' }, async ({
  page,
  api,
}) => {
  const { url } = await api<{ url: string }>('POST', '/api/as-of', { at: '2031-03-30T00:59:00Z' })
  await page.goto(url)
  await page.goto('/blog')
  const strip = page.getByRole('complementary', { name: 'Site preview' })
  await expect(strip).toContainText('on Sun, 30 Mar 2031, 06:29 IST')
  await expectAccessible(page, 'as of a time')
  await expectToFit(page, 'as of a time')
  // A bookmark of the back office, and a reload there.
  await page.goto('/#/admin/users')
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()
  await expect(strip).toHaveCount(0)
  await page.goto('/blog')
  await page.getByRole('link', { name: 'Exit preview' }).click()
  await expect(strip).toHaveCount(0)
})

test('a picture is put into the library, described with the keyboard, and chosen for a post', async ({ page }) => {
  await visit(page, '/admin/media')
  const prices = { name: 'Prices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\ntrailer\n%%EOF\n') }
  const uploads = [await picture('Harbour at dawn.png'), await picture('Harbour at noon.png'), prices]
  await page.getByLabel('Upload images or PDFs').setInputFiles(uploads)
  await expect(page.getByRole('button', { name: /Prices/ })).toBeVisible()
  await page.getByRole('button', { name: /^Harbour at dawn/ }).click()
  const detail = page.getByRole('dialog', { name: 'Harbour at dawn' })
  await detail.getByLabel('Alternative text').fill('Boats at dawn')
  await detail.getByRole('slider', { name: 'Focal point' }).press('ArrowRight')
  await expect(detail.getByRole('slider')).toHaveAttribute('aria-valuetext', '52 % from the left, 50 % from the top')
  await expectAccessible(page, 'media detail')
  await expectToFit(page, 'media detail')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await expect(detail.getByLabel('Alternative text')).toHaveValue('Boats at dawn')
  const window = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 667 })
  await expect(detail.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
  if (window) await page.setViewportSize(window)
  await detail.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(detail).toBeHidden()

  const noon = page.getByRole('button', { name: /^Harbour at noon/ })
  await expect(noon).toContainText('No alternative text')
  await noon.click()
  const plain = page.getByRole('dialog', { name: 'Harbour at noon', exact: true })
  await plain.getByLabel('Decorative').check()
  await expect(plain.getByLabel('Alternative text')).toBeDisabled()
  await plain.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(plain).toBeHidden()
  await expect(noon).not.toContainText('No alternative text')

  await visit(page, '/admin/blogs/new')
  await page.getByRole('button', { name: 'Library' }).click()
  const library = page.getByRole('dialog', { name: 'Choose an image' })
  await library.getByLabel('Search the library').fill('boats')
  await expect(library.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'library')
  await library.getByRole('button', { name: 'Harbour at dawn' }).press('Enter')
  await expect(page.getByLabel('Alternative text')).toHaveValue('Boats at dawn')

  await openTab(page, 'SEO & sharing')
  await page.getByLabel('Meta title').fill('Boats')
  const results = page.getByRole('figure', { name: 'Google' })
  await expect(results.filter({ hasText: 'Boats' })).toHaveCount(1)
  await expect(page.getByText('5 of 60 characters')).toBeVisible()
  await expectAccessible(page, 'search appearance')

  await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
  const link = page.getByRole('dialog', { name: 'Link' })
  const target = link.getByRole('combobox', { name: 'Page, file or address' })
  await target.fill('prices')
  await link.getByRole('option', { name: 'Prices' }).click()
  await link.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByRole('link', { name: 'Prices' })).toHaveAttribute('href', /^\/files\/\w+\/prices\.pdf$/)
  await editor(page).press('Control+End')
  await page.getByRole('toolbar').getByRole('button', { name: 'Link', exact: true }).click()
  const upload = link.getByLabel('Upload a PDF, or drop it here')
  await upload.setInputFiles({ ...prices, name: 'Terms.txt', mimeType: 'text/plain' })
  await expect(link.getByRole('alert')).toHaveText('Please choose a PDF.')
  await expectAccessible(page, 'upload of a PDF')
  await upload.setInputFiles({ ...prices, name: 'Terms.pdf', buffer: Buffer.from('%PDF-1.4 terms\n%%EOF\n') })
  await expect(target).toHaveValue('Terms')
  await link.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Gallery' }).click()
  const gallery = page.getByRole('dialog', { name: 'Gallery' })
  await gallery.getByRole('tab', { name: 'Library' }).click()
  await gallery.getByRole('button', { name: 'Harbour at dawn' }).click()
  await gallery.getByRole('button', { name: 'Harbour at noon' }).click()
  await expect(gallery.getByLabel('Alternative text of image 1')).toHaveValue('Boats at dawn')
  await expectAccessible(page, 'gallery')
  await gallery.getByRole('button', { name: 'Insert' }).click()
  await expect(editor(page).locator('img[src^="/media/"]')).toHaveCount(2)
})

test('the question before a deletion says where an item is used, and offers what is possible', { tag: '@all' }, async ({
  page,
  api,
}) => {
  // The list has no pictures of other tests, which may be deleted before they are loaded.
  await visit(page, '/admin/media?search=ferry')
  const [used, unused] = [await picture('Ferry at dusk.png'), await picture('Ferry at night.png')]
  await page.getByLabel('Upload images or PDFs').setInputFiles([used, unused])
  await expect(page.getByRole('button', { name: /^Ferry at night/ })).toBeVisible()
  const [{ url: imageUrl } = { url: '' }] = await api<{ url: string }[]>('GET', '/api/media?search=dusk')
  await api('POST', '/api/blogs', post('Across the bay', { imageUrl, published: false }))
  await page.reload()
  const open = async (name: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Delete…' }).click()
  }
  await open('Ferry at dusk')
  const inUse = page.getByRole('dialog', { name: '“Ferry at dusk” is in use' })
  await expect(inUse.getByRole('link', { name: 'Across the bay' })).toBeVisible()
  await expect(inUse.getByRole('button', { name: 'Move to trash' })).toHaveCount(0)
  await expectAccessible(page, 'deletion of what is used')
  await expectToFit(page, 'deletion of what is used')
  const chooser = page.waitForEvent('filechooser')
  await inUse.getByRole('button', { name: 'Replace…' }).click()
  await chooser
  await page.keyboard.press('Escape')

  await open('Ferry at night')
  await page
    .getByRole('dialog', { name: 'Delete “Ferry at night”?' })
    .getByRole('button', { name: 'Move to trash' })
    .click()
  await expect(page.getByRole('button', { name: /^Ferry at night/ })).toHaveCount(0)

  await open('Ferry at dusk')
  await inUse.getByRole('button', { name: 'Delete for good…' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Delete “Ferry at dusk” for good?' })
  await expect(sure).toContainText('It will disappear from 1 place. This cannot be undone.')
  await sure.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('button', { name: /^Ferry at dusk/ })).toHaveCount(0)
})

test('a page can have its own search result, whose title stays in the tab', { tag: '@all' }, async ({ page, api }) => {
  await api('PUT', '/api/settings/products', { seoTitle: null })
  await visit(page, '/admin/settings/products')
  await page.getByRole('button', { name: 'Form', exact: true }).click()
  await page.getByText('SEO & sharing').click()
  const result = page.getByRole('figure', { name: 'Google' })
  await expect(result).toContainText('Products · Acme Cloud')
  await expect(result).toContainText('Tools we built for our own projects')
  await page.getByLabel('Meta title').fill('Tools of {brand}')
  await expect(result).toContainText('Tools of Acme Cloud')
  await expect(page.getByText('19 of 60 characters')).toBeVisible()
  await expectAccessible(page, 'search appearance of a page')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto('/products')
  await expect(page).toHaveTitle('Tools of Acme Cloud')
  await hydrate(page)
  await expect(page).toHaveTitle('Tools of Acme Cloud')
  await api('PUT', '/api/settings/products', { seoTitle: null })

  // Without openings there is no such page.
  await visit(page, '/admin/settings/careers')
  await expect(
    page.getByText('This page is public once it has an entry. Your texts are kept until then.'),
  ).toBeVisible()
  await expect(page.getByTitle('Preview of the page')).toHaveCount(0)
})
