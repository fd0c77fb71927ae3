// On both databases: figures are counted in queries.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduct, createService } from '#features/catalog/catalog.shared.server.ts'
import { addRequest } from '#features/contact/ground/events.shared.server.ts'
import { subscribers } from '#features/subscribers/ground/subscribers.table.ts'
import { contentImports, importedFrom } from '#features/transfer/ground/transfer.table.ts'
import { writeBackupState } from '#server/backup/backup-status.ts'
import { changeContent } from '#server/database/content-version.ts'
import { insertRow } from '#server/database/rows.ts'
import { identitySecondFactors } from '#server/identity/identity.table.ts'
import { addPost, sampleProduct, sampleService } from '#testing/sample-rows.ts'
import { callAs } from '#testing/staff-calls.ts'
import { type SignedIn, startTestApp, type TestApp } from '#testing/start-app.ts'
import type { Dashboard, FirstSteps } from './dashboard.contract.ts'

let site: TestApp
let staff: SignedIn
beforeAll(async () => {
  site = await startTestApp()
  staff = await site.asStaff()
})
afterAll(() => site.close())

const read = async () => (await (await site.get('/api/dashboard', { headers: staff.headers })).json()) as Dashboard

test('answers zeros on an empty database', async () => {
  expect(await read()).toEqual({
    blogs: 0,
    published: 0,
    drafts: 0,
    contacts: 0,
    users: 1,
    subscribers: 0,
    products: { count: 0, categories: 0 },
    services: { count: 0, active: 0 },
    idleDrafts: { count: 0 },
  })
})

test('answers every figure and the idle drafts', async () => {
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1_000).toISOString()
  await changeContent(site.database, async (trx) => {
    await createProduct(trx, sampleProduct)
    await createProduct(trx, { ...sampleProduct, active: false })
    await createProduct(trx, { ...sampleProduct, category: 'Startup Acceleration Tools' })
    await createService(trx, sampleService)
    await createService(trx, { ...sampleService, active: false })
    for (const [index, createdAt] of [0, 7, 8, 77, 78].map(daysAgo).entries()) {
      const status = index === 0 ? 'resolved' : 'pending'
      await addRequest(trx, {
        name: 'A',
        email: 'a@example.com',
        subject: `Request ${index}`,
        message: 'M',
        status,
        createdAt,
      })
      const row = { email: `${index}@example.com`, subscribedAt: createdAt, state: 'confirmed' as const }
      if (index > 1) await insertRow(trx, subscribers, row)
    }
  })
  await addPost(site.database, { published: true, updatedAt: daysAgo(63) })
  for (let index = 0; index < 6; index++)
    await addPost(site.database, { title: `Draft ${index}`, published: false, updatedAt: daysAgo(index * 6) })
  for (const days of [1, 8]) await importDraft(days)

  const { idleDrafts, ...figures } = await read()
  expect(figures).toEqual({
    blogs: 9,
    published: 1,
    drafts: 8,
    contacts: 5,
    users: 1,
    subscribers: 3,
    products: { count: 3, categories: 2 },
    services: { count: 2, active: 1 },
  })
  expect(idleDrafts).toEqual({
    count: 5,
    oldest: { _id: expect.any(String), title: 'Imported 8 days ago', updatedAt: daysAgo(1_000) },
  })

  /** A draft of another Atrium, which keeps the time of its last edit. */
  async function importDraft(days: number) {
    const id = `import-${days}`
    const draft = { title: `Imported ${days} days ago`, published: false, updatedAt: daysAgo(1_000) }
    const { id: recordId } = await addPost(site.database, draft)
    const at = daysAgo(days)
    const row = { ...{ id, at, startedAt: at, appliedAt: at, by: 'A', fileName: 'a.zip' }, choices: {}, done: 1 }
    await changeContent(site.database, async (trx) => {
      await insertRow(trx, contentImports, { ...row, state: 'applied' })
      const from = { source: 'atrium', sourceId: id, entity: 'blogs', recordId, hash: '' }
      await insertRow(trx, importedFrom, { ...from, importId: id })
    })
  }
})

test('an owner sees the first tasks in the first week, each until it is done, and may dismiss them', async () => {
  const call = callAs(site, staff)
  const path = '/api/users/me/first-steps'
  const steps = async (as = call) => {
    const { steps } = (await (await as('GET', path)).json()) as FirstSteps
    return Object.fromEntries(steps.map(({ id, done, text }) => [id, done || text]))
  }
  const begun = await steps()
  expect(begun).toEqual({
    profile: 'Readers see both below your articles. Your picture is missing.',
    company: 'Visitors still see a fictional name, email, phone and address.',
    samples: '9 articles, 3 products and 2 services are samples. Edit or delete them.',
    mail: 'No mail server is set up yet, so nobody receives email. Set SMTP_URL on the server.',
    secondFactor: 'With an authenticator app or a passkey, a stolen password is not enough to sign in.',
    backup: 'The first one is made at 02:30 (Asia/Kolkata), then verified.',
  })
  const { db } = site.database
  const [product] = await (await call('GET', '/api/products')).json()
  await call('PUT', `/api/products/${product._id}`, product)
  const [service] = await (await call('GET', '/api/services')).json()
  await call('DELETE', `/api/services/${service._id}`)
  await call('PUT', '/api/settings/company', {
    brand: 'Asha Rao',
    email: 'hello@heron.example',
    street: '1 River Road',
  })
  expect(await steps()).toMatchObject({
    // A company may have the name of its founder.
    profile: begun['profile'],
    company: 'Visitors still see a fictional phone.',
    samples: '7 articles, 2 products and 1 service are samples. Edit or delete them.',
  })
  await call('PUT', '/api/settings/company', { brand: 'Heron', phone: '+91 20 5550 0199' })
  const avatarUrl = '/media/0123456789abcdef0123456789abcdef-8x8.webp'
  await call('PUT', '/api/users/me', { name: 'Asha Rao', bio: '', avatarUrl })
  for (const table of ['blogs', 'products', 'services'] as const) await db.deleteFrom(table).execute()
  await writeBackupState(site.database, { goodAt: new Date().toISOString() })
  const { uid, createdAt } = { uid: staff.user.firebaseUid ?? '', createdAt: new Date().toISOString() }
  const factor = { userId: uid, secret: 'A', lastStep: 0, createdAt, confirmedAt: createdAt }
  await db.insertInto('identitySecondFactors').values(identitySecondFactors.encode(factor)).execute()
  expect(await steps()).toEqual({
    profile: true,
    company: true,
    samples: true,
    mail: begun['mail'],
    secondFactor: true,
    backup: true,
  })

  expect((await site.get(path, { method: 'DELETE' })).status).toBe(401)
  expect((await call('DELETE', path)).status).toBe(200)
  expect(await steps()).toEqual({})
  // Another owner has their own.
  const another = await site.asStaff()
  expect(await steps(callAs(site, another))).toMatchObject({ company: true, mail: begun['mail'] })
  const weekAgo = new Date(Date.now() - 7.1 * 24 * 60 * 60 * 1_000).toISOString()
  await db.updateTable('users').set({ createdAt: weekAgo }).where('id', '=', another.user.id).execute()
  expect(await steps(callAs(site, another))).toEqual({})
})

test('is only for staff', async () => {
  for (const path of ['/api/dashboard', '/api/users/me/first-steps'])
    expect((await site.get(path)).status, path).toBe(401)
})
