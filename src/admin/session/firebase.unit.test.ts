import { expect, test } from 'vitest'
import { withReadableErrors } from './firebase.ts'

const failing = (error: unknown) => withReadableErrors(() => Promise.reject(error))
const sdkError = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

test('replaces the messages of the SDK by readable ones', async () => {
  await expect(failing(sdkError('auth/invalid-credential'))).rejects.toThrow(/^Incorrect email or password\.$/)
  await expect(failing(sdkError('auth/email-already-in-use'))).rejects.toThrow(/already exists/)
  await expect(failing(sdkError('auth/brand-new-code'))).rejects.toThrow(
    /^The sign-in service refused\. Please try again\.$/,
  )
})

test('passes results and other errors on', async () => {
  expect(await withReadableErrors(async () => 'uid')).toBe('uid')
  await expect(failing(new TypeError('x is not a function'))).rejects.toThrow('x is not a function')
})
