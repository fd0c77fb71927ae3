import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { DialogFoot } from '#admin/dialogs/dialog.tsx'
import { asText } from '#admin/drafts/compared-texts.tsx'
import { type AnyPieces, type FormFields, fieldLabels, readValues } from '#admin/fields/fields.ts'
import { useReadOnly } from '#admin/session/use-auth.ts'
import type { Revision, RevisionSummary } from '#contract/revisions.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { type FieldValue, type Part, partsOf, RestorableField, takeParts } from './restorable-field.tsx'

export type RevisionComparisonProps<Values extends object> = {
  /** The path of the record's calls: '/api/blogs/0199…'. */
  path: string
  revision: Pick<RevisionSummary, 'version'>
  fields: FormFields<Values>
  /** The form's current values, saved or not. */
  values: Values
  /** Fills fields of the form, as changes that are not saved yet. */
  onTake: (taken: Partial<Values>) => void
}

type ComparedField<Values> = {
  name: keyof Values & string
  label: string
  rich: boolean
  pieces: AnyPieces | undefined
  before: FieldValue
  now: FieldValue
  parts: Part[]
  changes: number[]
}

/** Compares a revision with the form, by field and paragraph. Ticked parts can be restored into the form. */
export function RevisionComparison<Values extends object>({
  path,
  revision: { version },
  fields,
  values,
  onTake,
}: RevisionComparisonProps<Values>) {
  const { data, isError } = useQuery(adminQuery<Revision>(`${path}/revisions/${version}`))
  const compared = useMemo(() => (data ? compare(fields, data, values) : []), [fields, data, values])
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const readOnly = useReadOnly()
  if (isError) return <p className="text-danger">This version could not be loaded.</p>
  if (!data) return <Spinner />
  if (compared.length === 0) return <p className="text-muted">The form matches this version.</p>

  const all = compared.flatMap(({ name, changes }) => changes.map((place) => `${name} ${place}`))
  const toggle = (keys: string[], on: boolean) => {
    const next = new Set(ticked)
    for (const key of keys) on ? next.add(key) : next.delete(key)
    setTicked(next)
  }
  const take = () => {
    const taken = compared.flatMap(({ name, pieces, now, before, parts, changes }) => {
      const places = new Set(changes.filter((place) => ticked.has(`${name} ${place}`)))
      if (places.size === 0) return []
      const value = takeParts(now, before, parts, places)
      return [[name, pieces ? pieces.from(value as string[]) : value]]
    })
    onTake(Object.fromEntries(taken))
  }
  return (
    <>
      <div className="grid gap-6">
        {compared.map(({ name, label, rich, pieces, parts, changes }) => (
          <RestorableField
            key={name}
            label={label}
            rich={rich}
            pieces={pieces}
            parts={parts}
            changes={changes}
            isTicked={(place) => ticked.has(`${name} ${place}`)}
            onTick={
              readOnly
                ? undefined
                : (places, on) =>
                    toggle(
                      places.map((place) => `${name} ${place}`),
                      on,
                    )
            }
          />
        ))}
      </div>
      {!readOnly && (
        <DialogFoot>
          <p role="status" className="mr-auto text-small text-muted">
            {ticked.size} of {all.length} selected
          </p>
          <Button variant="secondary" size="small" onClick={() => toggle(all, ticked.size < all.length)}>
            {ticked.size < all.length ? 'Select all' : 'Select none'}
          </Button>
          <Button size="small" disabled={ticked.size === 0} onClick={take}>
            Restore
          </Button>
        </DialogFoot>
      )}
    </>
  )
}

function compare<Values extends object>(
  fields: FormFields<Values>,
  revision: Revision,
  values: Values,
): ComparedField<Values>[] {
  const before = readValues(fields, revision.fields) as Record<string, FieldValue>
  const now = values as Record<string, FieldValue>
  return fieldLabels(fields).flatMap(({ name, label, rich, pieces }) => {
    if (asText(before[name], pieces) === asText(now[name], pieces)) return []
    const comparedIn = (value: FieldValue): FieldValue => (pieces ? pieces.of(value ?? []) : value)
    const versions = { before: comparedIn(before[name]), now: comparedIn(now[name]) }
    const parts = partsOf(versions.before, versions.now, pieces?.alike)
    // One that has moved is named by its present place.
    const changes = parts.flatMap(({ changed, now, movedTo }, place) =>
      changed && !(movedTo !== undefined && now.length === 0) ? [place] : [],
    )
    return changes.length > 0 ? [{ name, label, rich, pieces, ...versions, parts, changes }] : []
  })
}
