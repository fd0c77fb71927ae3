import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { Panel } from '#admin/shell/panel.tsx'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import type { SystemCheck } from './system.contract.ts'

/** Sends a message to the signed-in person, and shows what the mail server answered. */
export function MailTestButton() {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => adminFetch<{ message: string }>('/api/system/mail-test', { method: 'POST', json: {} }),
  })
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
        Send me a test
      </Button>
      {isPending ? null : data ? (
        <Alert tone="success">{data.message}</Alert>
      ) : error ? (
        <Alert tone="error">{error.message}</Alert>
      ) : null}
    </div>
  )
}

const states = {
  good: { label: 'OK', tone: 'green' },
  bad: { label: 'Needs attention', tone: 'red' },
  unknown: { label: 'Unknown', tone: 'amber' },
} as const

/** Checks the site from outside on request: it asks name servers and calls the public address. */
export function ChecksPanel() {
  const [dkimSelector, setSelector] = useState('')
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () =>
      adminFetch<{ checks: SystemCheck[] }>('/api/system/checks', { method: 'POST', json: { dkimSelector } }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <Panel
      title="From outside"
      lead="Whether mail servers trust the site’s mail, and whether its public address reaches this server."
    >
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextInput
          className="min-w-64 flex-1"
          label="DKIM selector"
          hint="The name of the key at your mail provider. Leave empty to try common names."
          maxLength={63}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={dkimSelector}
          onChange={(event) => setSelector(event.target.value)}
        />
        <Button type="submit" variant="secondary" className="h-control" busy={isPending}>
          Check now
        </Button>
      </form>
      <div role="status" className="mt-4 empty:hidden">
        {data && !isPending && (
          <dl className="divide-y divide-line border-y border-line text-small">
            {data.checks.map(({ name, state, message }) => (
              <div key={name} className="py-3">
                <dt className="flex flex-wrap items-center justify-between gap-2 font-[560]">
                  <span className="wrap-anywhere">{name}</span>
                  <Badge tone={states[state].tone}>{states[state].label}</Badge>
                </dt>
                <dd className="mt-1 text-muted wrap-anywhere">{message}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {error && !isPending && <Alert tone="error">{error.message}</Alert>}
    </Panel>
  )
}
