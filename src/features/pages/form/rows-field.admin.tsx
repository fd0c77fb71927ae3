import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { offerUndo } from '#admin/dialogs/undo.tsx'
import { byAlt, useKeys, useMoves } from '#admin/lists/moves.tsx'
import { DragList, MoveHandle, withMoved } from '#admin/lists/reorder-list.tsx'
import { useReadOnly } from '#admin/session/use-auth.ts'
import { inSentence } from '#contract/labels.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'
import { blankRow } from '../section-values.ts'
import { altOf } from '../section-words.ts'
import type { Field, Fields } from '../sections/fields.contract.ts'
import { SeveralFiles } from './several-files.admin.tsx'

export type Values = Record<string, unknown>

/** Some fields with one value each, as a section and each of its rows has them. */
export type FieldsOf = {
  values: Values
  /** The place of the values in the form: `sections.3`. */
  path: string
  /** Changes the newest values, which can be newer than those of the last render. */
  change: (next: (values: Values) => Values) => void
  errorAt: (path: string) => string | undefined
  /** Says why visitors do not see a field. */
  unseenAt: (path: string) => string | undefined
}

type RowsFieldProps = Pick<FieldsOf, 'errorAt' | 'unseenAt'> & {
  field: Extract<Field, { control: 'rows' }>
  rows: Values[]
  /** The place of the rows in the form: `sections.3.cards`. */
  path: string
  error: string | undefined
  change: (next: (rows: Values[]) => Values[]) => void
  children: (row: FieldsOf) => ReactNode
}

/** The field of a row that is nothing without a picture or a file. */
const fileFieldOf = (fields: Fields) =>
  Object.entries(fields).find(([, { control, required }]) => required && /^(picture|file)$/.test(control))?.[0]

/** The rows with an uploaded file in the first one that has none yet, or in another one. */
function withFile(rows: Values[], name: string, item: MediaItem, fields: Fields, most: number): Values[] {
  const at = rows.findIndex((row) => !row[name])
  if (at < 0 && rows.length >= most) return rows
  const row = at < 0 ? {} : (rows[at] ?? {})
  const alt = altOf(name)
  const named = {
    ...(fields[name]?.control === 'file' && 'title' in fields && !row['title'] && { title: item.name }),
    ...(alt in fields && item.alt !== '' && !row[alt] && { [alt]: item.alt }),
  }
  return rows.toSpliced(at < 0 ? rows.length : at, at < 0 ? 0 : 1, { ...row, ...named, [name]: item.url })
}

/** Rows of fields: added, removed with undo, dragged, or moved by Alt and the arrow keys. */
export function RowsField({
  field: { label, hint, one, least, most, fields },
  rows,
  path,
  error,
  errorAt,
  unseenAt,
  change,
  children,
}: RowsFieldProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const readOnly = useReadOnly()
  const { keys, setKeys, newKey } = useKeys(rows.length)
  const fileField = fileFieldOf(fields)
  const name = (index: number) => `${one} ${index + 1}`
  const { move, status } = useMoves(rows.length, name, reorder)

  function reorder(from: number, to: number) {
    setKeys(withMoved(keys, from, to))
    change((current) => withMoved(current, from, to))
  }
  function insert(at: number, row: Values) {
    setKeys((current) => current.toSpliced(at, 0, newKey()))
    change((current) => current.toSpliced(at, 0, row))
  }
  function add() {
    flushSync(() => insert(rows.length, blankRow(fields)))
    const added = list.current?.querySelector('ul')?.lastElementChild
    added
      ?.querySelector<HTMLElement>('[data-row-fields] :is(input:not([tabindex="-1"]), textarea, select, button)')
      ?.focus()
  }
  function remove(at: number) {
    const removed = rows[at] ?? {}
    setKeys(keys.toSpliced(at, 1))
    change((current) => current.toSpliced(at, 1))
    document.getElementById(id)?.focus()
    if (Object.keys(removed).length > 0) offerUndo({ done: `${one} removed`, undo: () => insert(at, removed) })
  }

  return (
    <fieldset aria-describedby={[`${id}-count`, error && `${id}-error`].filter(Boolean).join(' ')}>
      <legend className="flex w-full items-baseline gap-3 text-small font-[560]">
        {label}
        <span id={`${id}-count`} className="font-normal text-muted">
          {least === most ? `${least}` : least > 0 ? `${least} to ${most}` : `At most ${most}`}
        </span>
      </legend>
      {hint && <p className="mt-0.5 text-small text-muted">{hint}</p>}
      <div ref={list}>
        <DragList
          label={`${label}, ${path}`}
          items={keys}
          idOf={(key) => key}
          nameOf={(key) => name(keys.indexOf(key))}
          disabled={readOnly || rows.length < 2}
          onReorder={(_, from, to) => reorder(from, to)}
          className="mt-1.5 empty:hidden"
          itemClass={(isDragging) =>
            classNames('border-line bg-raised', isDragging ? 'rounded-control shadow-float' : 'border-t')
          }
        >
          {(_, handle, index) => (
            <fieldset className="grid gap-3 py-3">
              <legend className="sr-only">{name(index)}</legend>
              <div className="-my-1.5 flex items-center">
                {handle && (
                  <MoveHandle
                    name={name(index)}
                    handle={handle}
                    className="-ml-2"
                    onKeyDown={byAlt((by) => move(index, by))}
                  />
                )}
                <span aria-hidden="true" className="mr-auto text-small text-muted">
                  {name(index)}
                </span>
                {!readOnly && rows.length > least && (
                  <button
                    type="button"
                    aria-label={`Remove ${inSentence(one)} ${index + 1}`}
                    title="Remove"
                    onClick={() => remove(index)}
                    className="grid size-9 place-items-center rounded-control text-muted hover:bg-danger-soft hover:text-danger pointer-coarse:size-11"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </button>
                )}
              </div>
              <div data-row-fields className="grid gap-4">
                {children({
                  values: rows[index] ?? {},
                  path: `${path}.${index}`,
                  change: (next) =>
                    change((current) => current.map((row, place) => (place === index ? next(row) : row))),
                  errorAt,
                  unseenAt,
                })}
              </div>
            </fieldset>
          )}
        </DragList>
      </div>
      {status}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {!readOnly && (
        <div className="mt-1 -ml-2 flex flex-wrap items-start gap-x-2">
          <Button
            id={id}
            name={path}
            variant="quiet"
            size="small"
            className="px-2"
            aria-disabled={rows.length >= most || undefined}
            title={rows.length >= most ? `At most ${most}` : undefined}
            onClick={() => rows.length < most && add()}
          >
            <Plus aria-hidden="true" className="size-4" />
            Add {inSentence(one)}
          </Button>
          {fileField && (
            <SeveralFiles
              label={label}
              pictures={fields[fileField]?.control === 'picture'}
              room={most - rows.filter((row) => row[fileField]).length}
              onUploaded={(item) => change((current) => withFile(current, fileField, item, fields, most))}
            />
          )}
        </div>
      )}
    </fieldset>
  )
}
