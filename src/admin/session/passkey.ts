import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

const load = () => import('@simplewebauthn/browser')

/** Whether this browser can use passkeys; it cannot at an address that is neither `https` nor this computer. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Has the device create a passkey. @throws Error with a message for the person */
export async function createPasskey(options: unknown) {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((error) => {
    const known = (error as { name?: string } | null)?.name === 'InvalidStateError'
    throw new Error(known ? 'This device already has a passkey for you.' : 'No passkey was created. Please try again.')
  })
}

/** Has the person choose a passkey. @throws Error with a message for the person */
export async function choosePasskey(options: unknown) {
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(() => {
    throw new Error('No passkey was used. Try again, or sign in with your password.')
  })
}
