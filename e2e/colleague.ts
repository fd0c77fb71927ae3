import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Api } from './admin-fixtures.ts'
import { expect } from './fixtures.ts'
import { quiet } from './kept-context.ts'

export type Colleague = { _id: string; name: string; email: string; password: string }

/** A member of staff whom no other test uses. */
export async function makeColleague(api: Api, name = 'Meera Kulkarni', role = 'owner'): Promise<Colleague> {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const password = 'seven lamps on the quay'
  const { uid } = await api<{ uid: string }>('POST', '/api/identity/accounts', { name, email, password })
  const { _id } = await api('POST', '/api/users', { firebaseUid: uid, name, email, role })
  return { _id, name, email, password }
}

/** Fills in the sign-in form and submits it. */
export async function fillSignIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The link in the bar with the name of the signed-in person. */
export const profileLink = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^${name} *: my profile$`) })

/** Opens a screen as a person. Only the tests of the sign-in wait for its form. */
export async function openAs(page: Page, { email, password, name }: Colleague, screen: string): Promise<Page> {
  const answer = await page.request.post('/api/identity/sign-in', { data: { email, password } })
  const { token } = await answer.json()
  await page.goto(quiet)
  await page.evaluate((token) => localStorage.setItem('token', token), token)
  await page.goto(`/#${screen}`)
  await expect(profileLink(page, name)).toBeVisible()
  return page
}
