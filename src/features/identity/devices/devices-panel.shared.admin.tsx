import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { RowAction } from '#admin/lists/row-actions.tsx'
import { embeddedQuery, getIdentity } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { LocalDateTime } from '#admin/time.tsx'
import type { DeviceSession } from '#contract/identity.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

const api = '/api/identity/sessions'
/** How many devices are listed before someone asks for all. */
const first = 8

export function DevicesPanel() {
  const { act } = useAct({ reload: api })
  const { act: actEverywhere, busy } = useAct()
  const { data: sessions = [] } = useQuery(embeddedQuery<DeviceSession[]>(api))
  const [isLong, setLong] = useState(false)

  const end = (path: string, method: 'DELETE' | 'POST', done: string) =>
    act(() => adminFetch(path, { method }), { done })

  const signOut = async () => {
    if (
      !(await confirm({
        question: 'Sign out everywhere?',
        action: 'Sign out',
        detail: 'You will be signed out on this device too.',
      }))
    )
      return
    await actEverywhere(async () => (await getIdentity()).signOutEverywhere(), {
      done: 'Signed out everywhere',
      failed: 'Failed to sign out everywhere',
    })
  }
  return (
    <Panel title="Devices" lead="Where you are signed in. Lost a laptop, or forgot to sign out? Sign out here.">
      {sessions.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {sessions.slice(0, isLong ? undefined : first).map((session) => (
            <SessionRow
              key={session._id}
              session={session}
              onEnd={() => end(`${api}/${session._id}`, 'DELETE', 'Device signed out')}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {sessions.length > first && !isLong && (
          <Button variant="quiet" size="small" onClick={() => setLong(true)}>
            Show all {sessions.length} devices
          </Button>
        )}
        {sessions.length > 1 && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => end('/api/identity/sign-out-others', 'POST', 'Signed out on all other devices')}
          >
            Sign out all other devices
          </Button>
        )}
        <Button variant="secondary" size="small" busy={busy} onClick={signOut}>
          Sign out everywhere
        </Button>
      </div>
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: DeviceSession; onEnd: () => void }) {
  const { device = 'Unknown device', address, startedAt, lastUsedAt, current } = session
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-[550]">
          {device}
          {current && <Badge>This device</Badge>}
        </p>
        <p className="text-small text-muted wrap-anywhere">
          {address && `${address} · `}
          {current ? 'Signed in ' : 'Last used '}
          <LocalDateTime iso={current ? startedAt : lastUsedAt} />
        </p>
      </div>
      {!current && <RowAction icon={LogOut} label={`Sign out ${device}`} onClick={onEnd} />}
    </li>
  )
}
