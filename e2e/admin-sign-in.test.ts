import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, test, toast } from './admin-fixtures.ts'
import { expectAccessible, expectToFit } from './appearance.ts'
import { fillSignIn, makeColleague, openAs, profileLink } from './colleague.ts'

test.use({
  beginSignedIn: false,
  allowedConsole: /Failed to load resource: the server responded with a status of (401|403|422|429)/,
})

test('the sign-in names a missing or wrong value, prevents guessing, and leads to the requested screen', async ({
  page,
  api,
}) => {
  const [person, guessed] = [await makeColleague(api), await makeColleague(api)]
  const tried: string[] = []
  page.on('request', (request) => tried.push(request.url()))
  const password = page.getByLabel('Password')
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.goto('/#/admin/products?search=cloud')
  await expect(page).toHaveURL(/#\/admin\/login$/)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByText('Sign in with your example.com email')).toBeVisible()
  await expect(page.getByText('Only example.com email addresses are allowed')).toBeVisible()
  await signIn.click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  for (const email of ['boss@evil-example.com', 'boss@example.com.evil.org']) {
    await fillSignIn(page, email, 'seven lamps on the quay')
    await expect(toast(page, 'Only example.com email addresses are allowed').first()).toBeVisible()
    await expect(page.getByLabel('Email')).toBeFocused()
  }
  expect(tried.filter((url) => url.includes('/api/identity/sign-in'))).toEqual([])

  await fillSignIn(page, person.email, 'not the right words')
  await expect(password).toHaveAccessibleDescription('Incorrect email or password.')
  for (let count = 0; count < 2; count++) {
    await fillSignIn(page, guessed.email, `guess number ${count}`)
    await expect(password).toHaveAccessibleDescription('Incorrect email or password.')
    await expect(password).toBeFocused()
    // The toasts do not pile up.
    await expect(toast(page, 'Incorrect email or password.')).toHaveCount(1)
    await expect(page.getByText('Incorrect email or password.')).toHaveCount(1)
    await expect(signIn).toBeEnabled()
  }
  // The next ones look like these.
  for (let count = 2; count < 5; count++)
    await page.request.post('/api/identity/sign-in', {
      data: { email: guessed.email, password: `guess number ${count}` },
    })
  await fillSignIn(page, guessed.email, 'guess number 6')
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')

  await fillSignIn(page, person.email, person.password)
  await expect(toast(page, 'Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/products\?search=cloud$/)
  await page.goto('/#/admin/login')
  await expect(page).toHaveURL(/#\/admin\/dashboard$/)
})

test.describe('when the server is unavailable for a moment', () => {
  test.use({ allowedConsole: /Failed to load resource/ })
  test('the sign-in appears as soon as it is back', async ({ page }) => {
    let calls = 0
    await page.route('**/api/identity', (route) => (calls++ < 2 ? route.abort() : route.continue()))
    await page.goto('/#/admin/login')
    await expect(page.getByLabel('Email')).toBeFocused()
    expect(calls).toBe(3)
  })
})

test('signing out in one tab signs out the others', { tag: '@all' }, async ({ page, api }) => {
  await openAs(page, await makeColleague(api), '/admin/dashboard')
  const other = await page.context().newPage()
  await other.goto('/#/admin/products')
  await expect(other.getByRole('heading', { name: 'Products' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/#\/admin\/login$/)
})

test('a second factor asks for the code of an app after the password', async ({ page, api }) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/profile')
  const panel = page.getByRole('region', { name: 'Two-factor authentication' })
  await panel.getByRole('button', { name: 'Set up' }).click()
  await expect(panel.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page, 'the second factor')
  const secret = Secret.fromBase32(((await panel.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp })
  await panel.getByRole('textbox', { name: 'Code' }).fill(codeAt(Date.now()))
  await panel.getByRole('button', { name: 'Turn on' }).click()
  await expect(panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const recovery = (await panel.getByRole('listitem').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Logout' }).click()

  await fillSignIn(page, person.email, person.password)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible()
  await page.getByLabel('Code').fill(recovery)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(profileLink(page, person.name)).toBeVisible()
})

test('a provider can sign people in, and a refusal shows its reason', { tag: '@all' }, async ({
  page,
  api,
  baseURL,
}) => {
  const { email, name } = await makeColleague(api)
  const { startSignInProvider } = await import('../src/testing/sign-in-provider.ts')
  const link = page.getByRole('link', { name: 'Continue with Acme ID' })
  await page.goto('/#/admin/products?search=cloud')
  await link.click()
  await expect(page.getByRole('alert')).toContainText('Acme ID cannot be reached at the moment.')
  await expectAccessible(page, 'refused by the provider')

  const callback = `${baseURL}/api/identity/provider/callback`
  const provider = await startSignInProvider(callback, Number(new URL(callback).port) + 1)
  try {
    provider.person = { email: 'nobody@example.com', email_verified: true }
    await link.click()
    await expect(page.getByRole('alert')).toHaveText('This account has no access. Please ask an administrator.')
    // The provider remembers who has signed in there.
    await page.context().clearCookies({ domain: '127.0.0.1' })
    provider.person = { email, email_verified: true }
    await link.click()
    await expect(toast(page, 'Successfully logged in!')).toBeVisible()
    await expect(profileLink(page, name)).toBeVisible()
    await expect(page).toHaveURL(/#\/admin\/products\?search=cloud$/)

    // When the session ends, the provider is in another tab, and the typed text stays.
    const dialog = await endSessionWhileTyping(page)
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'Continue with Acme ID' }).click(),
    ])
    await expect(profileLink(other, name)).toBeVisible()
    await expectSaved(page)
  } finally {
    await provider.close()
  }
})

test('a passkey is added in the profile and signs in without a password', { tag: '@all' }, async ({ page, api }) => {
  const person = await makeColleague(api)
  await openAs(page, person, '/admin/profile')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const panel = page.getByRole('region', { name: 'Passkeys' })
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await panel.getByLabel('Name').fill('Work laptop')
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByRole('listitem')).toContainText('Work laptop')
  await panel.getByRole('button', { name: 'Rename Work laptop' }).click()
  await panel.getByLabel('Passkey name').fill('My laptop')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('listitem')).toContainText('My laptop')
  await expectAccessible(page, 'the passkeys')
  await page.getByRole('button', { name: 'Logout' }).click()

  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toast(page, 'Successfully logged in!')).toBeVisible()
  await expect(profileLink(page, person.name)).toBeVisible()
  const dialog = await endSessionWhileTyping(page)
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectSaved(page)
  await page.reload()
  await expect(panel.getByRole('listitem')).toContainText('Last used')
  await panel.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(0)
})

/** Types into the profile and saves it when the session has ended. @returns the dialog that asks to sign in again */
async function endSessionWhileTyping(page: Page) {
  await page.getByRole('link', { name: /: my profile$/ }).click()
  await page.getByLabel('Bio').fill('Writes about rivers.')
  await page.evaluate(() => localStorage.setItem('token', 'A'.repeat(43)))
  await page.getByRole('button', { name: 'Save profile' }).click()
  return page.getByRole('dialog', { name: 'Your session has ended' })
}
async function expectSaved(page: Page) {
  await expect(toast(page, 'Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByLabel('Bio')).toHaveValue('Writes about rivers.')
}

test('if all need a second factor, a person without one sets it up and continues', { tag: '@all' }, async ({
  page,
  api,
}) => {
  const { email, password } = await makeColleague(api)
  // The rule is for a whole site, which is that of the other tests too; `required-second-factor.test.ts` tests the server.
  await page.route('**/api/identity/sign-in', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), needsSecondFactor: true } })
  })
  await page.goto('/#/admin/products?search=cloud')
  await fillSignIn(page, email, password)
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible()
  await page.getByRole('button', { name: 'Authenticator app' }).click()
  // As after more than ten minutes.
  await page.route(
    '**/api/identity/second-factor',
    (route) => route.fulfill({ status: 403, json: { message: 'Confirm', code: 'confirm_identity' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const key = await page.locator('code').textContent()
  await expectAccessible(page, 'setting up a second factor')
  await expectToFit(page, 'setting up a second factor')
  const secret = Secret.fromBase32((key ?? '').replaceAll(' ', ''))
  await page.getByRole('textbox', { name: 'Code' }).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/products\?search=cloud$/)
})

test('a link in a message replaces a forgotten password', async ({ page, api }) => {
  const { email } = await makeColleague(api)
  await page.goto('/#/admin/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  // The site of these tests has no mail server.
  await expect(page.getByRole('alert')).toContainText('no email was sent')

  let link = ''
  const findLink = async () => {
    link = await letterTo(email)
    return link
  }
  await expect.poll(findLink).toContain('/#/admin/reset-password?token=')
  await page.goto(link)
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('This is a commonly used password.')).toBeVisible()
  await page.getByLabel('New password').fill('a kettle for the long night')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, email, 'a kettle for the long night')
  await expect(page).toHaveURL(/#\/admin\/dashboard$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/#\/admin\/login$/)
  await page.goto(link)
  await page.getByLabel('New password').fill('a kettle for the next night')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
})

/** The link in the message to an address; an empty text while there is none. */
async function letterTo(email: string): Promise<string> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'mail')
  for (const name of await readdir(folder).catch(() => [])) {
    // A message has another name while it is written.
    if (!name.endsWith('.eml')) continue
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    // A colleague who is an owner also gets notices about others.
    const [link] = text.includes(`To: ${email}`) ? (/http\S+\?token=[\w-]+/.exec(text) ?? []) : []
    if (link) return link
  }
  return ''
}

test('a sign-in that is confirmed by mail says so, and its link completes it', { tag: '@all' }, async ({
  page,
  api,
}) => {
  const { email, password } = await makeColleague(api)
  const sent: { device?: string }[] = []
  const message =
    'If your password was right, we have sent you a message; open its link in this browser to finish signing in.'
  await page.route('**/api/identity/sign-in', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ status: 403, json: { message, code: 'confirmation_needed' } })
  })
  await page.goto('/#/admin/login')
  await fillSignIn(page, email, password)
  await expect(page.getByRole('alert')).toHaveText(message)

  await page.goto('/#/admin/confirm-sign-in?token=of-another-browser')
  await page.getByRole('button', { name: 'Yes, sign me in' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^This link has expired, was already used/)

  await page.unroute('**/api/identity/sign-in')
  const session = await (await page.request.post('/api/identity/sign-in', { data: { email, password } })).json()
  await page.route('**/api/identity/sign-in/confirm', async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: session })
  })
  await page.getByRole('button', { name: 'Yes, sign me in' }).click()
  await expect(toast(page, 'Successfully logged in!')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/dashboard$/)
  // The link works only with the secret of the browser that requested it.
  expect(sent[0]?.device).toMatch(/^\w{48}$/)
  expect(sent[1]).toEqual({ token: 'of-another-browser', device: sent[0]?.device })
  expect(await page.evaluate(() => localStorage.getItem('sign-in-device')), 'a known device').toBe(sent[0]?.device)
})
