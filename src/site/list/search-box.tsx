import { Search } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field.tsx'

type SearchBoxProps = {
  /** The label for screen readers; sighted visitors read the placeholder. */
  label: string
  placeholder: string
  value: string
}

/** The search field and button of a ListForm. The search applies on submit. */
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
