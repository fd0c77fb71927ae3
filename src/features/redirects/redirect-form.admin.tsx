import { useState } from 'react'
import { adminFetch } from '#admin/api/admin-calls.ts'
import { useAct } from '#admin/api/use-act.ts'
import { Dialog, DialogFoot } from '#admin/dialogs/dialog.tsx'
import { TargetField } from '#admin/editor/links/link-targets.tsx'
import { FormDialog, useSmallForm } from '#admin/fields/small-form.tsx'
import { formatCount, formatNumber } from '#admin/format.ts'
import { LinkTabs } from '#admin/lists/filter-buttons.tsx'
import { PictureDrop } from '#admin/media/picture-sources.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'
import { type RedirectCsvAnswer, type RedirectInput, redirectInput } from './redirects.contract.ts'

/** The calls of redirects and of addresses not found. */
export const redirectApi = '/api/redirects'

/** The two lists of the screen. */
export const RedirectTabs = ({ shown }: { shown: 'redirects' | 'missing' }) => {
  const tabs = [
    { to: '/admin/redirects', title: 'Redirects' },
    { to: '/admin/redirects/not-found', title: 'Not found' },
  ]
  return <LinkTabs label="Redirects" tabs={tabs} shown={tabs[shown === 'redirects' ? 0 : 1]?.to ?? ''} />
}

type AddRedirectProps = { from?: string; onClose: () => void }

/** The form of a new redirect. */
export function AddRedirect({ from = '', onClose }: AddRedirectProps) {
  const form = useSmallForm<{ from: string; to: string }, RedirectInput>({
    contract: redirectInput,
    defaults: { from, to: '' },
    submit: (json) => adminFetch(redirectApi, { method: 'POST', json }),
    done: 'Redirect added',
    reload: redirectApi,
    onDone: onClose,
  })
  return (
    <FormDialog
      title="Add redirect"
      description="Visitors and search engines that ask for the old address are led to the new one."
      action="Add redirect"
      grows
      form={form}
      onClose={onClose}
    >
      <TextInput
        label="From"
        hint="The old path. The whole address of a page at your old site works too."
        placeholder="/old-page"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        {...form.field('from')}
      />
      <TargetField
        label="To"
        hint="If you choose a page by its title, the redirect follows when its address changes."
        placeholder="A title, /path or https://"
        value={form.values.to}
        error={form.errorAt('to')}
        onChange={(to) => form.set('to', to)}
      />
    </FormDialog>
  )
}

/** Reads a CSV file, and says which of its lines were not added, and why. */
export function ImportRedirects({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState<RedirectCsvAnswer>()
  const { act, busy, failure } = useAct({ inPlace: true, reload: redirectApi })
  const send = ([file]: File[]) =>
    file &&
    act(async () => {
      const json = { csv: await file.text() }
      setAnswer(await adminFetch<RedirectCsvAnswer>(`${redirectApi}/import`, { method: 'POST', json }))
    })
  return (
    <Dialog open grows wide={answer && answer.refusedCount > 0} title="Import redirects" onClose={onClose}>
      <div className="grid gap-4">
        {answer ? (
          <ImportResult answer={answer} />
        ) : (
          <>
            <p className="text-muted">
              A CSV file with the old address and the new one in each line. Redirects of other programs can stay as they
              are exported.
            </p>
            <pre className="rounded-control border border-line bg-sunken px-4 py-3 text-small wrap-anywhere whitespace-pre-wrap">
              {'from,to\n/old-page,/about\nhttps://old.example/2021/hello/,/blog/hello'}
            </pre>
            <PictureDrop
              label={busy ? 'Adding…' : 'Choose a CSV file, or drop it here'}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              disabled={busy}
              onFiles={send}
            />
            {failure && <Alert tone="error">{failure}</Alert>}
          </>
        )}
      </div>
      {answer && (
        <DialogFoot>
          <Button variant="secondary" size="small" onClick={() => setAnswer(undefined)}>
            Another file
          </Button>
          <Button size="small" onClick={onClose}>
            Done
          </Button>
        </DialogFoot>
      )}
    </Dialog>
  )
}

function ImportResult({ answer: { added, refused, refusedCount } }: { answer: RedirectCsvAnswer }) {
  return (
    <>
      <Alert tone={refusedCount > 0 ? 'warning' : 'success'}>
        {formatCount(added, 'redirect')} added
        {refusedCount > 0 && `, ${formatCount(refusedCount, 'line')} left out`}
      </Alert>
      {refused.length > 0 && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
          tabIndex={0}
          aria-label="Lines left out"
          className="max-h-[45dvh] overflow-auto rounded-control border border-line"
        >
          <ul className="divide-y divide-line">
            {refused.map(({ line, from, message }) => (
              <li
                key={line}
                className="grid gap-x-4 px-4 py-2.5 text-small sm:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1fr)]"
              >
                <span className="text-muted tabular-nums">Line {formatNumber(line)}</span>
                <span dir="auto" className="wrap-anywhere">
                  {from}
                </span>
                <span className="text-muted wrap-anywhere">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refusedCount > refused.length && (
        <p className="text-small text-muted">The first {formatNumber(refused.length)} of them are shown.</p>
      )}
    </>
  )
}
