import { useState } from 'react'
import { Options, useCombobox } from '#admin/dialogs/options.tsx'
import type { LinkTarget } from '#contract/record-links.ts'
import { TextInput } from '#ui/field.tsx'
import {
  groupsOf,
  isOwnAddress,
  keepsRecord,
  linkAddress,
  noRecord,
  stateOf,
  TargetOption,
  useKeptTarget,
  useLinkTargets,
} from './link-targets.tsx'

type LinkFieldProps = {
  label: string
  hideLabel?: boolean
  name?: string
  hint?: string | undefined
  placeholder?: string
  /** An address, that of a record or a file to keep, or the words that are searched for. */
  value: string
  /** The target of `value`, if it was just chosen. */
  chosen: LinkTarget | null
  onChange: (value: string, chosen: LinkTarget | null) => void
  error?: string | undefined
}

/** The target of a link: a record or file by its name, or any address. */
export function LinkField({ value, chosen, onChange, ...field }: LinkFieldProps) {
  const [isTyped, setIsTyped] = useState(false)
  const kept = useKeptTarget(chosen ? '' : value)
  const target = chosen ?? kept ?? null
  const isUnknown = !chosen && keepsRecord(value) && kept === undefined
  const shown = isUnknown ? '' : (target?.name ?? value)
  const address = linkAddress(shown)
  const isTitle = address === null || isOwnAddress(address)

  const search = target || !isTyped || /^(#|mailto:|tel:)/i.test(value) ? '' : value.trim()
  const { found, isSearching, isError } = useLinkTargets(search)
  const box = useCombobox(groupsOf(found), (one) => onChange(one.url, one), isTitle ? 0 : -1)

  function state(): string {
    if (search === '') return ''
    if (isError) return 'The pages could not be searched.'
    if (box.count > 0) return `${box.count} found`
    if (isSearching) return 'Searching…'
    return isTitle && address === null ? 'No matches.' : ''
  }

  return (
    <div>
      <TextInput
        {...field}
        {...box.field}
        value={shown}
        onFocus={({ target }) => target.select()}
        onChange={(event) => {
          setIsTyped(true)
          onChange(event.target.value, null)
          box.restart()
        }}
      />
      <p role="status" className={box.count > 0 ? 'sr-only' : 'mt-1.5 text-small text-muted empty:hidden'}>
        {target ? kindOf(target) : kept === null && !chosen ? noRecord : state()}
      </p>
      <Options
        {...box.list}
        label="Pages and files"
        className="relative -mx-3 max-h-72 overflow-y-auto empty:hidden"
        optionClass="min-h-10 gap-3 rounded-control px-3 pointer-coarse:min-h-11"
      >
        {(one) => <TargetOption target={one} />}
      </Options>
    </div>
  )
}

const kindOf = (target: LinkTarget) => [target.label, stateOf(target)].filter(Boolean).join(' · ')
