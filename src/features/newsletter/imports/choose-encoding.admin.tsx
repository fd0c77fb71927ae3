import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { FormPanel } from '#admin/forms/form-columns.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { type Encoding, encodings, guessEncodings } from './decode-table.ts'

/** A file that is not in Unicode, so that its letters can be read in several ways. */
export type UnknownFile = { name: string; bytes: Uint8Array }

type ChooseEncodingProps = {
  file: UnknownFile
  busy: boolean
  failure: string | undefined
  onBack: () => void
  onChoose: (encoding: Encoding | undefined) => void
}

/** Shows words of a file in each encoding that it can have, the likely one first, and lets staff choose. */
export function ChooseEncoding({ file, busy, failure, onBack, onChoose }: ChooseEncodingProps) {
  const guesses = useMemo(() => guessEncodings(file.bytes), [file])
  const [chosen, setChosen] = useState(guesses[0]?.encoding)
  const first = useRef<HTMLInputElement>(null)
  // The field that led here is gone.
  useEffect(() => first.current?.focus(), [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    onChoose(chosen)
  }
  return (
    <form onSubmit={send} className="max-w-180">
      <FormPanel>
        {failure && <Alert tone="error">{failure}</Alert>}
        <fieldset>
          <legend className="font-[560] wrap-anywhere">Which line of {file.name} reads well?</legend>
          <p className="mt-1 mb-3 text-small text-muted">
            The file does not say how its letters are stored. These are some of its words.
          </p>
          <div className="grid divide-y divide-line">
            {guesses.map(({ encoding, samples }, index) => (
              <label key={encoding} className="flex min-h-11 cursor-pointer items-center gap-2.5 py-2">
                <input
                  type="radio"
                  name="encoding"
                  className="size-4.5 shrink-0 accent-primary"
                  checked={chosen === encoding}
                  ref={index === 0 ? first : undefined}
                  onChange={() => setChosen(encoding)}
                />
                <span className="min-w-0">
                  <span className="wrap-anywhere">{samples.join(' · ')}</span>
                  <span className="block text-small text-muted">{encodings[encoding]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" size="small" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" size="small" busy={busy}>
            Continue
          </Button>
        </div>
      </FormPanel>
    </form>
  )
}
