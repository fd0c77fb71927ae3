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

/** The field and button of a list's search, to stand in a GET form: it applies on submit. */
export function SearchBox({ label, placeholder, value }: SearchBoxProps) {
  return (
    <div className="flex gap-2">
      <div className="relative min-w-0 flex-1">
        {/* Its own key for each search, so that going back shows the words of then. */}
        <TextInput key={value} type="search" name="search" label={label} hideLabel placeholder={placeholder} defaultValue={value} enterKeyHint="search" />
      </div>
      <Button type="submit" look="secondary" className="h-12">
        <Search aria-hidden="true" className="size-4" strokeWidth={2} />
        Search
      </Button>
    </div>
  )
}
