import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminFetch, adminQuery } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { SmallForm, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount } from '#admin/format.ts'
import { useIdentityKind } from '#admin/session/use-auth.ts'
import { Panel } from '#admin/shell/screen.tsx'
import { type NewSecondFactor, type SecondFactorState, secondFactorCode } from '#contract/identity.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

const path = '/api/identity/second-factor'
/** So few recovery codes that it is time for new ones. */
const fewCodes = 3

export function SecondFactorPanel() {
  const hasAccounts = useIdentityKind() === 'embedded'
  const client = useQueryClient()
  const query = adminQuery<SecondFactorState>(path)
  const { data } = useQuery({ ...query, enabled: hasAccounts })
  const { act, busy } = useAct({ reload: path })
  // The recovery codes stay on the screen, although the second factor is on by then.
  const [settingUp, setSettingUp] = useState(false)
  if (!data) return null
  const reload = () => client.invalidateQueries({ queryKey: query.queryKey })

  const turnOff = async () => {
    const question = {
      question: 'Turn off two-factor authentication?',
      detail: 'Your recovery codes stop working, and your password is enough to sign in.',
      action: 'Turn off',
    }
    if (!(await confirm(question))) return
    await act(() => adminFetch(`${path}/disable`, { method: 'POST' }), { done: 'Two-factor authentication is off' })
  }

  return (
    <Panel
      title="Two-factor authentication"
      lead={
        data.on
          ? `On. You have ${formatCount(data.recoveryCodes, 'recovery code')} left.${data.recoveryCodes <= fewCodes ? ' For new ones, turn it off and set it up again.' : ''}`
          : 'Enter a code from an authenticator app after your password. Then a stolen password is not enough to sign in.'
      }
    >
      {data.on && !settingUp ? (
        <Button variant="secondary" size="small" busy={busy} onClick={turnOff}>
          Turn off
        </Button>
      ) : (
        <SetUpCodes
          onBegin={() => setSettingUp(true)}
          onDone={async () => {
            await reload()
            setSettingUp(false)
          }}
        />
      )}
    </Panel>
  )
}

type SetUpCodesProps = { onBegin?: () => void; onDone: () => Promise<void> | undefined }

/** Sets up an authenticator app in steps: QR code, first code, recovery codes. */
export function SetUpCodes({ onBegin, onDone }: SetUpCodesProps) {
  const [begun, setBegun] = useState<NewSecondFactor>()
  const [codes, setCodes] = useState<string[]>()
  const { act, busy, failure } = useAct({ inPlace: true })
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun) return <ConfirmForm factor={begun} onDone={setCodes} onCancel={() => setBegun(undefined)} />
  const begin = async () => {
    setBegun(await adminFetch<NewSecondFactor>(path, { method: 'POST' }))
    onBegin?.()
  }
  return (
    <>
      <Button variant="secondary" size="small" busy={busy} onClick={() => act(begin)}>
        Set up
      </Button>
      {failure && <Alert tone="error">{failure}</Alert>}
    </>
  )
}

type ConfirmFormProps = { factor: NewSecondFactor; onDone: (codes: string[]) => void; onCancel: () => void }

function ConfirmForm({ factor: { qr, secret, uri }, onDone, onCancel }: ConfirmFormProps) {
  const { field, ...form } = useSmallForm({
    contract: secondFactorCode,
    defaults: { code: '' },
    async submit({ code }) {
      const call = { method: 'POST', json: { code } } as const
      onDone((await adminFetch<{ recoveryCodes: string[] }>(`${path}/confirm`, call)).recoveryCodes)
    },
  })
  return (
    <SmallForm form={form} action="Turn on" onCancel={onCancel}>
      <p>Scan the QR code with your authenticator app, then enter the code it shows.</p>
      {/* Dark on light in both schemes, since not every camera reads it otherwise. */}
      <svg
        role="img"
        aria-label="QR code for the authenticator app"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 rounded-control bg-[#fff] text-[#000]"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <p className="text-small text-muted">
        No camera?{' '}
        <a href={uri} className="link">
          Open the app on this device
        </a>
        , or enter this key: <code className="break-all text-ink">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextInput {...field('code')} label="Code" inputMode="numeric" autoComplete="one-time-code" required />
    </SmallForm>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => unknown }) {
  const { act } = useAct()
  const copy = () =>
    act(() => navigator.clipboard.writeText(codes.join('\n')), {
      done: 'Copied',
      failed: 'Copying failed. Please select the codes and copy them.',
    })
  return (
    <div className="grid gap-4">
      <Alert tone="success">
        Two-factor authentication is on. Save these recovery codes with your passwords: each works once if you lose your
        phone. We show them only now.
      </Alert>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 font-mono text-small sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="small" onClick={copy}>
          Copy all
        </Button>
        <Button size="small" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  )
}
