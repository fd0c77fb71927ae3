import { useQuery } from '@tanstack/react-query'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useIdentityKind, useMay, useSignInProvider } from '#admin/session/use-auth.ts'
import type { SettingsGroup } from '#features/settings/settings.contract.ts'
import { Button } from '#ui/button.tsx'

const path = '/api/settings/sign-in'

/** Whether all staff must have a second factor, which an owner decides; undefined for others, and where the accounts are elsewhere. */
export function useSecondFactorRule() {
  const hasAccounts = useIdentityKind() === 'embedded'
  const mayManage = useMay('manage')
  const { data } = useQuery({ ...adminQuery<SettingsGroup>(path), enabled: hasAccounts && mayManage })
  return data && { required: data['requireSecondFactor'] === true, version: data.version }
}

export function SecondFactorRule() {
  const { act, busy } = useAct({ reload: path })
  const provider = useSignInProvider()
  const rule = useSecondFactorRule()
  if (!rule) return null
  const { required, version } = rule

  const change = async () => {
    const question = required
      ? {
          question: 'Make 2FA optional?',
          detail: 'People without 2FA can then sign in with just a password.',
          action: 'Make optional',
        }
      : {
          question: 'Require 2FA for everyone?',
          detail: 'People without 2FA must set it up before they can continue, even if they are signed in now.',
          action: 'Require 2FA',
          harmless: true,
        }
    if (!(await confirm(question))) return
    const json = { requireSecondFactor: !required }
    await act(() => adminFetch(path, { method: 'PUT', json, ifMatch: version }), {
      done: required ? '2FA is now optional' : '2FA is now required',
    })
  }
  return (
    <section
      aria-label="Two-factor authentication"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-line bg-raised px-4 py-3"
    >
      <p className="max-w-measure min-w-60 flex-1">
        <span className="font-[550]">Two-factor authentication (2FA) is {required ? 'required' : 'optional'}</span>
        <span className="block text-small text-muted">
          {required
            ? `Everyone signs in with a passkey, an authenticator app${provider ? ` or ${provider}` : ''}. Anyone without one sets it up first.`
            : 'Everyone decides in their profile. A password is enough to sign in.'}
        </span>
      </p>
      <Button variant="secondary" size="small" busy={busy} onClick={change}>
        {required ? 'Make optional' : 'Require 2FA'}
      </Button>
    </section>
  )
}
