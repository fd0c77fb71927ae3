import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { acceptedMedia, isPicture, mediaProblem, pictureProblem, saveAfter, uploadMedia } from '#admin/api/uploads.ts'
import { FileInput, useFileDrop } from '#admin/media/picture-sources.tsx'
import { inSentence } from '#contract/labels.ts'
import type { MediaItem } from '#contract/media-library.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'

type SeveralFilesProps = {
  /** The name of the files: 'Logos'. */
  label: string
  pictures: boolean
  /** How many there is room for. */
  room: number
  onUploaded: (item: MediaItem) => void
}

/** Uploads several files at once, each for a row of its own, in their order. */
export function SeveralFiles({ label, pictures, room, onUploaded }: SeveralFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState(0)
  const [problems, setProblems] = useState<string[]>([])

  async function upload(files: File[]) {
    setProblems(files.length > room ? [`There is room for ${room} more.`] : [])
    const taken = files.slice(0, room)
    setLeft(taken.length)
    for (const file of taken) {
      const problem = (pictures ? pictureProblem : mediaProblem)(file)
      try {
        if (problem) throw new Error(problem)
        onUploaded(await uploadMedia(file))
      } catch (error) {
        setProblems((before) => [...before, `${file.name}: ${(error as Error).message}`])
      }
      setLeft((count) => count - 1)
    }
  }
  const start = (files: File[]) => {
    const usable = pictures ? files.filter(isPicture) : files
    const chosen = usable.length > 0 ? usable : files
    if (chosen.length > 0 && left === 0) saveAfter(upload(chosen))
  }
  const { over, target } = useFileDrop(start)

  return (
    <div {...target} className={classNames('grid gap-1 rounded-control', over && 'bg-primary-soft')}>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start px-2"
        busy={left > 0}
        disabled={room < 1}
        aria-label={`Upload several ${inSentence(label)}`}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden="true" className="size-4" />
        {left > 0 ? `Uploading, ${left} left` : 'Upload several'}
      </Button>
      <FileInput
        ref={input}
        multiple
        accept={pictures ? 'image/*' : acceptedMedia}
        aria-label={label}
        tabIndex={-1}
        onFiles={start}
      />
      <div role="alert">
        {problems.map((problem) => (
          <FieldError key={problem}>{problem}</FieldError>
        ))}
      </div>
    </div>
  )
}
