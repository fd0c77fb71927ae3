import { expect } from '@playwright/test'

/** A project with such a name makes no requests to Google. */
export const projectId = 'demo-atrium'
export const administrator = { email: 'admin@example.com', password: 'four rivers meet at dawn' }

type Account = { localId: string; email: string; displayName?: string; emailVerified?: boolean }

const api = `http://${process.env['EMULATOR_HOST']}/identitytoolkit.googleapis.com/v1`

async function call<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(`${api}/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    // The emulator accepts this token as the project owner.
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return answer.json() as Promise<T>
}

/** Registers an account, which only needs the public key of the project. */
export const register = (email: string, password: string) =>
  call<Account>('accounts:signUp?key=any', { email, password })

/** Verifies the address of an account, as Firebase does after its message was answered. */
export const verifyAddress = ({ localId }: Account) =>
  call(`projects/${projectId}/accounts:update`, { localId, emailVerified: true })

/** The account of an address, if there is one. */
export async function findAccount(email: string): Promise<Account | undefined> {
  const { users = [] } = await call<{ users?: Account[] }>(`projects/${projectId}/accounts:lookup`, { email: [email] })
  return users[0]
}
