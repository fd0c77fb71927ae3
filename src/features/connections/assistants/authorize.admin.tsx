import { useQuery } from '@tanstack/react-query'
import { Globe, Laptop, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Choice } from '#admin/forms/controls.tsx'
import { useAuth, useMay } from '#admin/session/use-auth.ts'
import { type AssistantPermission, grantable } from '#contract/roles.ts'
import { Alert } from '#ui/alert.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { ApiError } from '#web/http.ts'
import { type AuthorizationRequest, needed, unusedDays } from './assistants.contract.ts'

/** Where an assistant sends a person, to ask for permissions. The parameters of the address are its request. */
export default function AuthorizeScreen() {
  const { search } = useLocation()
  if (search !== '') return <Request search={search} />
  return (
    <EmptyState as="h1" title="Nothing to allow">
      <p>Start from the assistant. It brings you here to sign in.</p>
      <ButtonLink to="/admin/connections/assistants" variant="secondary" size="small" className="mt-4">
        View assistants
      </ButtonLink>
    </EmptyState>
  )
}

function Request({ search }: { search: string }) {
  const mayManage = useMay('manage')
  const query = useQuery({
    ...adminQuery<AuthorizationRequest>(`/api/oauth/request${search}`),
    // The choice stays while the person looks up a code of the second factor in another window.
    refetchOnWindowFocus: false,
  })
  const { data, error, isPending, refetch } = query
  if (isPending) return <Spinner />
  if (data) return <Consent key={search} request={data} search={search} />
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404)
    return (
      <EmptyState as="h1" title="Assistants are switched off">
        <p>{mayManage ? 'Switch them on, then connect again from the assistant.' : 'An owner can switch them on.'}</p>
        <ButtonLink to="/admin/connections/assistants" variant="secondary" size="small" className="mt-4">
          View assistants
        </ButtonLink>
      </EmptyState>
    )
  if (status === 400 || status === 422)
    return (
      <EmptyState as="h1" title="This assistant cannot be connected">
        <p className="wrap-anywhere">{error?.message}</p>
      </EmptyState>
    )
  return <ErrorState as="h1" message="Failed to read the request." onRetry={() => refetch()} />
}

/** Leaves for the assistant. Only addresses that the server has checked come here; a browser would run another kind of address as a script. */
function leaveFor(address: string) {
  if (/^https?:\/\//i.test(address)) window.location.assign(address)
}

/** All need to read, so that none is left without it. */
function chosenWith(chosen: AssistantPermission[], permission: AssistantPermission, isChosen: boolean) {
  if (isChosen) return [...new Set<AssistantPermission>([...chosen, permission, needed])]
  return permission === needed ? [] : chosen.filter((one) => one !== permission)
}

function Consent({ request, search }: { request: AuthorizationRequest; search: string }) {
  const { name, host, isLocal, permissions, back, refused } = request
  const asked = permissions.flatMap(({ permission, asked }) => (asked ? permission : []))
  const [chosen, setChosen] = useState<AssistantPermission[]>(asked)
  const [left, setLeft] = useState(false)
  const { state } = useAuth()
  const { act, busy, failure } = useAct({ inPlace: true, reload: '/api/assistants' })
  const place = isLocal ? 'the app' : host
  const Icon = isLocal ? Laptop : Globe

  const allow = async () => {
    const json = { ...Object.fromEntries(new URLSearchParams(search)), permissions: chosen }
    const allowed = await act(() => adminFetch<{ redirect: string }>('/api/oauth/approve', { method: 'POST', json }))
    if (!allowed) return
    setLeft(true)
    leaveFor(allowed.answer.redirect)
  }
  const choose = (permission: AssistantPermission, isChosen: boolean) =>
    setChosen(chosenWith(chosen, permission, isChosen))

  if (left)
    return (
      <EmptyState as="h1" title="Connected">
        <p>
          You can close this page and go back to <bdi>{place}</bdi>.
        </p>
      </EmptyState>
    )
  return (
    <Card className="mx-auto max-w-140 p-5!">
      <h1 className="text-h1">Connect an assistant</h1>
      <p className="mt-1 wrap-anywhere text-muted">
        It works in your name{typeof state === 'object' && ` (${state.email})`}, and only with what you allow here.
      </p>
      <div className="mt-4 flex gap-3 rounded-control border border-line bg-sunken px-4 py-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-[600]">{isLocal ? `An app on this computer (${host})` : host}</p>
          <p className="text-small text-muted">
            It calls itself “<bdi>{name}</bdi>”.{' '}
            {isLocal
              ? 'Continue only if you just started this from an app you trust.'
              : 'Anyone can choose a name, so check the address above.'}
          </p>
        </div>
      </div>
      {refused === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            allow()
          }}
        >
          <fieldset className="mt-5">
            <legend className="font-[600]">What it can do</legend>
            <div className="mt-1 grid gap-1">
              {permissions.map(({ permission }) => (
                <Choice
                  key={permission}
                  type="checkbox"
                  label={grantable[permission].label}
                  hint={grantable[permission].hint}
                  checked={chosen.includes(permission)}
                  onChange={({ target }) => choose(permission, target.checked)}
                />
              ))}
            </div>
          </fieldset>
          <p className="mt-4 flex gap-2.5">
            <ShieldCheck aria-hidden="true" className="size-4.5 shrink-0 text-primary" strokeWidth={1.75} />
            <span className="text-small">
              It cannot publish, send or delete anything, or see accounts. You publish what it prepares.
            </span>
          </p>
          <p className="mt-2 ml-7 text-small text-muted">
            It stays connected until you disconnect it under Connections, or until it goes unused for {unusedDays} days.
          </p>
          {failure && (
            <Alert tone="error" className="mt-4">
              {failure}
            </Alert>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Button variant="secondary" disabled={busy} onClick={() => leaveFor(back)}>
              Cancel
            </Button>
            <Button type="submit" busy={busy} disabled={chosen.length === 0}>
              Allow
            </Button>
          </div>
        </form>
      ) : (
        <>
          <Alert tone="error" className="mt-5">
            {refused}
          </Alert>
          <div className="mt-6 flex justify-end">
            <Button variant="secondary" onClick={() => leaveFor(back)}>
              <span className="max-w-70 truncate">Back to {place}</span>
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
