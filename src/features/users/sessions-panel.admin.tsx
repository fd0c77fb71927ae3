import { useState } from 'react'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { getIdentity } from '#admin/session/get-identity.ts'
import { Panel } from '#admin/shell/panel.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/toasts.ts'

/** Signs out on all devices. */
export function SessionsPanel() {
  const [busy, setBusy] = useState(false)
  const signOut = async () => {
    if (!(await confirm({ question: 'Sign out everywhere?', action: 'Sign out', detail: 'On this device too.' })))
      return
    setBusy(true)
    try {
      await (await getIdentity()).signOutEverywhere()
      notify('success', 'Signed out everywhere')
    } catch {
      notify('error', 'Failed to sign out everywhere')
      setBusy(false)
    }
  }
  return (
    <Panel title="Devices" lead="A laptop lost, or a browser forgotten somewhere? End all sessions.">
      <Button variant="secondary" size="small" busy={busy} onClick={signOut}>
        Sign out everywhere
      </Button>
    </Panel>
  )
}
