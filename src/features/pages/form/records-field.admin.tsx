import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { adminQuery } from '#admin/api/admin-calls.ts'
import { Options, useCombobox, useDelayed } from '#admin/dialogs/options.tsx'
import { groupsOf, TargetOption } from '#admin/editor/links/link-targets.tsx'
import { byAlt, useMoves } from '#admin/lists/moves.tsx'
import { DragList, MoveHandle, withMoved } from '#admin/lists/reorder-list.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { inSentence } from '#contract/labels.ts'
import type { LinkTarget } from '#contract/record-links.ts'
import { FieldError, TextInput } from '#ui/field.tsx'
import { listPath } from '#web/api-query.ts'

type RecordsFieldProps = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The entity: 'courses'. */
  of: string
  most: number
  /** An id where one record is chosen, else the ids in their order. */
  value: unknown
  /** Whether the value is one id. */
  single: boolean
  onChange: (value: string | string[]) => void
}

type Answer = { found: LinkTarget[] }

const gone = 'This record no longer exists'

/** Records of one kind in their order. They are found by their names; with one record the choice replaces it. */
export function RecordsField({ name, label, hint, error, of, most, value, single, onChange }: RecordsFieldProps) {
  const id = useId()
  const readOnly = useReadOnly()
  const ids = (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' && one !== '',
  ) as string[]
  const { data, isPending } = useQuery({
    ...adminQuery<Answer>(listPath(`/api/links/${of}`, { ids: ids.join(',') })),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const chosen = new Map(data?.found.map((target) => [target._id, target]))
  const nameOf = (one: string) => chosen.get(one)?.name ?? (isPending ? '…' : gone)
  const store = (next: string[]) => onChange(single ? (next[0] ?? '') : next)
  const { move, status } = useMoves(
    ids.length,
    (at) => nameOf(ids[at] ?? ''),
    (from, to) => store(withMoved(ids, from, to)),
  )

  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-small font-[560]">{label}</legend>
      {hint && <p className="-mt-1 mb-2 text-small text-muted">{hint}</p>}
      {ids.length > 0 && (
        <DragList
          label={`${label}, ${name}`}
          items={ids}
          idOf={(one) => one}
          nameOf={nameOf}
          disabled={readOnly || ids.length < 2}
          onReorder={store}
          className="mb-2 rounded-control border border-line bg-raised"
          itemClass={() =>
            'flex min-h-11 items-center gap-1 rounded-control border-line bg-raised pl-1 not-last:border-b'
          }
        >
          {(one, handle, index) => {
            const target = chosen.get(one)
            return (
              <>
                {handle && <MoveHandle name={nameOf(one)} handle={handle} onKeyDown={byAlt((by) => move(index, by))} />}
                <span className="flex min-w-0 flex-1 items-center gap-3 pl-2 text-small">
                  {target ? (
                    <TargetOption target={target} />
                  ) : (
                    <span className="text-muted">{isPending ? '…' : `${gone}.`}</span>
                  )}
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${nameOf(one)}`}
                  title="Remove"
                  onClick={() => {
                    store(ids.filter((other) => other !== one))
                    document.getElementById(id)?.focus()
                  }}
                  className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-danger-soft hover:text-danger pointer-coarse:size-11"
                >
                  <X aria-hidden="true" className="size-4" />
                </button>
              </>
            )
          }}
        </DragList>
      )}
      {!readOnly && (single || ids.length < most) && (
        <Chooser
          id={id}
          of={of}
          name={name}
          label={single && ids.length > 0 ? 'Choose another' : `Add ${inSentence(label)}`}
          without={ids}
          error={error}
          onChoose={(one) => store(single ? [one._id] : [...ids, one._id])}
        />
      )}
      {status}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}

type ChooserProps = {
  id: string
  of: string
  name: string
  label: string
  without: string[]
  error: string | undefined
  onChoose: (target: LinkTarget) => void
}

/** A field that offers the records of a kind while it has the focus. */
function Chooser({ id, of, name, label, without, error, onChoose }: ChooserProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const search = useDelayed(typed.trim())
  const { data, isFetching, isError } = useQuery({
    ...adminQuery<Answer>(listPath(`/api/links/${of}`, { search })),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const found = open ? (data?.found ?? []).filter(({ _id }) => !without.includes(_id)) : []
  const [group] = groupsOf(found)
  const box = useCombobox([{ options: group?.options ?? [] }], (one) => {
    setTyped('')
    onChoose(one)
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list closes when the focus leaves
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
      }}
    >
      <TextInput
        {...box.field}
        id={id}
        name={name}
        label={label}
        hideLabel
        placeholder={`${label}…`}
        value={typed}
        aria-invalid={error ? true : undefined}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={({ target }) => {
          setOpen(true)
          setTyped(target.value)
          box.restart()
        }}
        onKeyDown={(event) => {
          box.field.onKeyDown(event)
          // Enter must not submit the form around.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p role="status" className={box.count > 0 ? 'sr-only' : 'mt-1.5 text-small text-muted empty:hidden'}>
        {!open
          ? ''
          : isError
            ? 'The records could not be loaded.'
            : box.count > 0
              ? `${box.count} found`
              : isFetching
                ? 'Searching…'
                : typed === ''
                  ? `There are ${without.length > 0 ? 'no others' : 'none yet'}.`
                  : 'No matches.'}
      </p>
      <Options
        {...box.list}
        label={label}
        className="relative mt-1.5 max-h-72 overflow-y-auto rounded-control border border-line p-1 empty:hidden"
        optionClass="min-h-10 gap-3 rounded-control px-3 pointer-coarse:min-h-11"
      >
        {(one) => <TargetOption target={one} />}
      </Options>
    </div>
  )
}
