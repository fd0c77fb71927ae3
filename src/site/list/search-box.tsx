import { Search } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

type SearchBoxProps = {
  /** For screen readers; the placeholder shows the same to others. */
  label: string
  placeholder: string
  /** The words searched now. */
  value: string
}

/** The field and button of a list's search, to stand in a ListForm: it applies on submit. */
export function SearchBox({ label, placeholder, value }: SearchBoxProps) {
  return (
    <div className="flex gap-2">
      <TextInput
        type="search"
        name="search"
        label={label}
        hideLabel
        placeholder={placeholder}
        defaultValue={value}
        enterKeyHint="search"
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="secondary" className="h-12">
        <Search aria-hidden="true" className="size-4" strokeWidth={2} />
        <span className="max-[25rem]:sr-only">Search</span>
      </Button>
    </div>
  )
}
