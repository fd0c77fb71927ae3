import { useQuery } from '@tanstack/react-query'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { useIdentityKind, useSignInProvider } from '#admin/session/use-auth.ts'
import type { SettingsGroup } from '#features/settings/settings.contract.ts'
import { Button } from '#ui/button.tsx'

const path = '/api/settings/sign-in'

/** Whether all staff must have a second factor, which an owner decides. */
export function SecondFactorRule() {
  const { act, busy } = useAct({ reload: path })
  const provider = useSignInProvider()
  const hasAccounts = useIdentityKind() === 'embedded'
  const { data } = useQuery({ ...adminQuery<SettingsGroup>(path), enabled: hasAccounts })
  if (!data) return null
  const isRequired = data['requireSecondFactor'] === true

  const change = async () => {
    const question = isRequired
      ? {
          question: 'Make the second factor optional?',
          detail: 'People without one can then sign in with only their password.',
          action: 'Make it optional',
        }
      : {
          question: 'Require a second factor for everyone?',
          detail: 'Everyone without one must set it up now, including in open sessions.',
          action: 'Require it',
          harmless: true,
        }
    if (!(await confirm(question))) return
    const json = { requireSecondFactor: !isRequired }
    await act(() => adminFetch(path, { method: 'PUT', json, ifMatch: data.version }), {
      done: isRequired ? 'The second factor is optional' : 'Everyone needs a second factor now',
    })
  }
  return (
    <section
      aria-label="Second factor"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-line bg-raised px-4 py-3"
    >
      <p className="max-w-measure min-w-60 flex-1">
        <span className="font-[550]">{isRequired ? 'A second factor is required' : 'A second factor is optional'}</span>
        <span className="block text-small text-muted">
          {isRequired
            ? `Everyone signs in with a passkey, an authenticator app${provider ? ` or ${provider}` : ''}. Anyone without one must set it up first.`
            : 'Each person decides in their profile. A password is enough to sign in.'}
        </span>
      </p>
      <Button variant="secondary" size="small" busy={busy} onClick={change}>
        {isRequired ? 'Make it optional' : 'Require it for everyone'}
      </Button>
    </section>
  )
}
