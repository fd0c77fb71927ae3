import { diffArrays } from 'diff'
import { type ReactNode, useId } from 'react'
import { asText } from '#admin/drafts/compared-texts.tsx'
import { ComparedValues } from '#admin/drafts/compared-values.tsx'
import { usePieceReaders } from '#admin/drafts/piece-readers.ts'
import type { AnyPieces } from '#admin/fields/fields.ts'

type RestorableFieldProps = {
  label: string
  rich: boolean
  pieces?: AnyPieces | undefined
  parts: Part[]
  /** The places of the parts that differ. */
  changes: number[]
  isTicked: (place: number) => boolean
  /** Ticks these parts. Without it nothing can be ticked. */
  onTick?: ((places: number[], on: boolean) => void) | undefined
}

/** A field that differs from a revision: each changed paragraph has a checkbox; a single change has only that of the field. */
export function RestorableField({ label, rich, pieces, parts, changes, isTicked, onTick }: RestorableFieldProps) {
  const ticked = changes.filter(isTicked).length
  const named = usePieceReaders(
    pieces,
    parts.flatMap(({ before, now, changed }) => (changed ? [...before, ...now] : [])),
  )
  /** The beginning of a part, which tells it apart. */
  const firstWords = ({ before, now }: Part) => {
    const first = before[0] ?? now[0] ?? ''
    const words = pieces?.words(first, { ...named, rich: String }).replaceAll('\n', ' · ')
    return (words ?? first).slice(0, 60)
  }
  return (
    <section className="grid gap-3">
      {onTick ? (
        <Tick
          label={label}
          heading
          checked={ticked === changes.length}
          mixed={ticked > 0 && ticked < changes.length}
          onChange={(on) => onTick(changes, on)}
        />
      ) : (
        <h3 className="font-[560]">{label}</h3>
      )}
      {parts.map((part, place) =>
        part.movedTo !== undefined && part.now.length === 0 ? null : part.changed ? (
          <ChangedPart
            key={place}
            label={label}
            rich={rich}
            pieces={pieces}
            part={part}
            words={firstWords(part)}
            tick={
              onTick &&
              changes.length > 1 && (
                <Tick
                  label={actionOf(part)}
                  of={firstWords(part)}
                  checked={isTicked(place)}
                  onChange={(on) => onTick([place], on)}
                />
              )
            }
          />
        ) : (
          <Unchanged key={place} count={part.now.length} />
        ),
      )}
    </section>
  )
}

const actionOf = ({ before, movedTo }: Part) =>
  movedTo !== undefined ? 'Move back' : before.length === 0 ? 'Remove' : 'Restore'

type ChangedPartProps = Pick<RestorableFieldProps, 'label' | 'rich' | 'pieces'> & {
  part: Part
  /** Its beginning. */
  words: string
  tick: ReactNode
}

function ChangedPart({ label, rich, pieces, part, words, tick }: ChangedPartProps) {
  const textOf = (pieces: string[]) => pieces.join('\n').trimEnd()
  if (part.movedTo !== undefined)
    return (
      <div className="grid gap-2">
        {tick}
        <p className="rounded-control border border-line bg-sunken px-3 py-2 wrap-anywhere">Moved: {words}</p>
      </div>
    )
  return (
    <div className="grid gap-2">
      {tick}
      <ComparedValues
        field={label}
        rich={rich}
        pieces={pieces}
        older={{ name: 'This version', text: textOf(part.before) }}
        newer={{ name: 'Current form', text: textOf(part.now) }}
      />
    </div>
  )
}

const Unchanged = ({ count }: { count: number }) => (
  <p className="flex items-center gap-3 text-fine text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {count} unchanged
  </p>
)

type TickProps = {
  label: string
  /** The text it is about, for screen readers. */
  of?: string
  heading?: boolean
  checked: boolean
  mixed?: boolean
  onChange: (on: boolean) => void
}

function Tick({ label, of, heading = false, checked, mixed = false, onChange }: TickProps) {
  const id = useId()
  const name = (
    <label htmlFor={id} className="min-w-0 flex-1 py-2 font-[560]">
      {label}
      {of && <span className="sr-only">: {of}</span>}
    </label>
  )
  return (
    <div className="-my-2 flex min-h-11 items-center gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-primary"
      />
      {heading ? <h3 className="flex flex-1">{name}</h3> : name}
    </div>
  )
}

export type FieldValue = string | boolean | string[] | undefined

/**
 * A stretch of paragraphs, lines or rows; `changed` ones can be taken over one by one. One that is elsewhere in the other version has two parts, each
 * with the place of the other: `movedTo`.
 */
export type Part = { before: string[]; now: string[]; changed: boolean; movedTo?: number }

/** A paragraph, with the blank lines after it. */
const paragraphs = /[\s\S]+?(?:\n(?:[^\S\n]*\n)+|$)/g

const piecesOf = (value: FieldValue): string[] =>
  Array.isArray(value) ? value : typeof value === 'string' ? (value.match(paragraphs) ?? []) : [asText(value)]

/**
 * Compares an earlier value of a field with the present one, by paragraphs or rows.
 * @param alike for rows that are objects: whether one may have become the other
 */
export function partsOf(before: FieldValue, now: FieldValue, alike?: AnyPieces['alike']): Part[] {
  const parts: Part[] = []
  const changes = diffArrays(piecesOf(now), piecesOf(before), { comparator: (a, b) => a.trimEnd() === b.trimEnd() })
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1)
    if (!added && !removed) parts.push({ before: value, now: value, changed: false })
    else if (last?.changed) last[added ? 'before' : 'now'].push(...value)
    else parts.push({ before: added ? value : [], now: removed ? value : [], changed: true })
  }
  return alike ? withMoves(parts.flatMap((part) => (part.changed ? matched(part, alike) : [part]))) : parts
}

/** A changed stretch of objects as one part for each of them: those that may have become each other are compared. */
function matched({ before, now }: Part, alike: AnyPieces['alike']): Part[] {
  const parts: Part[] = []
  const [old, current] = [[...before], [...now]]
  // One that is in both has moved, and has not become another.
  const both = new Set(before).intersection(new Set(now))
  const isLike = (one: string, other: string) =>
    one === other || (alike(one, other) && !both.has(one) && !both.has(other))
  for (const { value, added, removed } of diffArrays(now, before, { comparator: isLike }))
    for (const _ of value) {
      const was = removed ? undefined : old.shift()
      const is = added ? undefined : current.shift()
      const list = (piece: string | undefined) => (piece === undefined ? [] : [piece])
      parts.push({ before: list(was), now: list(is), changed: was !== is })
    }
  return parts
}

/** Joins what was removed in one place with what was added in another, if it is the same. */
function withMoves(parts: Part[]): Part[] {
  const all = parts.map((part) => ({ ...part }))
  for (const [place, part] of all.entries()) {
    const [gone] = part.before
    if (!part.changed || gone === undefined || part.now.length > 0) continue
    const to = all.findIndex(
      (other) => other.movedTo === undefined && other.before.length === 0 && other.now[0] === gone,
    )
    const target = all[to]
    if (target) [part.movedTo, target.movedTo] = [to, place]
  }
  return all
}

/** The present value with some parts as they were before. @param chosen the places of these parts */
export function takeParts(now: FieldValue, before: FieldValue, parts: Part[], chosen: ReadonlySet<number>): FieldValue {
  const taken = new Set([...chosen].flatMap((place) => [place, parts[place]?.movedTo ?? place]))
  if (parts.every(({ changed }, place) => !changed || taken.has(place))) return before
  const pieces = parts.flatMap((part, place) => (taken.has(place) ? part.before : part.now))
  if (Array.isArray(now)) return pieces
  // The last paragraph of a text has no blank line after it, and may now be in the middle.
  const apart = pieces.map((piece, place) =>
    place < pieces.length - 1 && !/\n[^\S\n]*\n$/.test(piece) ? `${piece.trimEnd()}\n\n` : piece,
  )
  return apart.join('').trimEnd()
}
