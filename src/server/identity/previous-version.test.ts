import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseKind } from '#server/database/connect.ts'
import { kindOf } from '#server/database/dialect.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { embeddedIdentity } from './identity.ts'

// Rows and tokens as the version that stored them by better-auth 1.7.25 made them; only the moments of their ends are moved.
const uid = 'EqduqzXm15p6Cf1fQpzNZ9cFutOeuVeJ'
const meera = { uid, email: 'meera@example.com', name: 'Meera Nair', emailVerified: true }
const password = 'ﬁve rivers meet at dawn, Ångström'
const sessionToken = 'sBQH-9kHYEB_jAfqgc5u4FDNeV1Z1dVH6UzIyXc1gEY'
const resetToken = 'tzTLRGlolxTAX7zRzCuUw9v9CT6SXj-8B_0q1fhz4Zc'
const confirmationToken = 'MiftjmOdLNG_2yloLq2rbrOd9u3ryNSYXoBL6PIiyTE'
const binding = 'device:a secret of the browser'

const made = { createdAt: '2026-11-21T16:38:25.788Z', updatedAt: '2026-11-21T16:38:25.788Z' }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const tables = (kind: DatabaseKind) => ({
  identityUsers: [
    {
      id: uid,
      name: 'Meera Nair',
      email: 'meera@example.com',
      emailVerified: kind === 'sqlite' ? 1 : true,
      image: null,
      ...made,
    },
  ],
  identityAccounts: [
    {
      id: 'v9ExPGqgxGfCWQ2g14jqSHl25SF5UFS4',
      accountId: uid,
      providerId: 'credential',
      userId: uid,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
      scope: null,
      password:
        '26d00c9f825c7364fa78495f4449f627:3469101aa84560c75fa75330bc885ada2e50a575188d2f02e2214a6284d51766ccd6006c1914b6dea83f7b9b5d8d355160383c82f16a37b5e2ed54ee626901e3',
      ...made,
    },
  ],
  identitySessions: [
    {
      id: 'OLdrQMDgbULnt7TdGlwGeRfRqW2q0one',
      token: 'tbhOL_zb5N7pPFslH_3sWLVU6isysq-7vkrxcxdlJbE',
      userId: uid,
      expiresAt: inMinutes(60),
      ipAddress: '',
      userAgent: '',
      ...made,
    },
  ],
  identityVerifications: [
    {
      id: 'x3IimS56TVrPDCPtGGn6SO0iWpI3FJ4M',
      identifier: 'gdyk0qqsMYvbK_amTPyiByJ9zT09TsgTtiTiVpqMQbc',
      value: uid,
      expiresAt: inMinutes(30),
      ...made,
    },
    {
      id: 'Exgo3F9P6HIOXqbZXH651b8zw1G6CQ7a',
      identifier: 'p3MW9rr8Ve0-v6M-JJGzp7Bzf7JggwtrOH3rtuOQg8Q',
      value: uid,
      expiresAt: inMinutes(10),
      ...made,
    },
  ],
})

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let identity: ReturnType<typeof embeddedIdentity>
beforeEach(async () => {
  opened = await openTestDatabase()
  const { db } = opened.database
  const kind = kindOf(db)
  for (const [table, rows] of Object.entries(tables(kind)))
    for (const row of rows) {
      const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
    }
  identity = embeddedIdentity(opened.database)
})
afterEach(() => opened.close())

test('an account of the previous version signs in with its password', async () => {
  expect(await identity.checkCredentials('Meera@Example.com', password)).toEqual(meera)
  expect(await identity.checkCredentials('meera@example.com', 'not the password')).toBeNull()
  expect(await identity.findAccount(uid)).toEqual(meera)
})

test('an account of the previous version gets another password', async () => {
  const { token } = await identity.setPassword(
    uid,
    await identity.hashPassword('seven lamps on the quay'),
    {},
    async () => {},
  )
  expect(await identity.checkPassword(uid, password)).toBe(false)
  expect(await identity.checkPassword(uid, 'seven lamps on the quay')).toBe(true)
  expect(await identity.verify(token)).toMatchObject(meera)
  expect(await identity.verify(sessionToken)).toBeNull()
  expect(await identity.findResetToken(resetToken)).toBeNull()
})

test('an account of the previous version is removed with all that belongs to it', async () => {
  await identity.removeAccount(uid)
  expect(await identity.findAccountByEmail('meera@example.com')).toBeNull()
  expect(await identity.verify(sessionToken)).toBeNull()
  expect(await identity.useResetToken(resetToken)).toBeNull()
  expect(await identity.createAccount({ name: 'Meera', email: 'meera@example.com', password })).not.toBe(uid)
})

test('a session of the previous version is valid, is prolonged, and ends by signing out', async () => {
  const before = await identity.expiryOf(sessionToken)
  expect(await identity.verify(sessionToken)).toEqual(meera)
  expect(Date.parse((await identity.expiryOf(sessionToken)) ?? '')).toBeGreaterThan(Date.parse(before ?? ''))
  await identity.signOut(sessionToken)
  expect(await identity.verify(sessionToken)).toBeNull()
})

test('links of the previous version work once', async () => {
  expect(await identity.findResetToken(resetToken)).toEqual(meera)
  const resets = await Promise.all([identity.useResetToken(resetToken), identity.useResetToken(resetToken)])
  expect(resets.filter(Boolean)).toEqual([meera])
  expect(await identity.useConfirmation(confirmationToken, 'device:another')).toBeNull()
  expect(await identity.useConfirmation(confirmationToken, binding)).toEqual(meera)
  expect(await identity.useConfirmation(confirmationToken, binding)).toBeNull()
})
