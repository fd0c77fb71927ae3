import { useId } from 'react'
import { classNames } from '#ui/class-names.ts'

type TopicTicksProps = {
  topics: { id: string; name: string }[]
  isChosen: (id: string) => boolean
  error?: string | undefined
  /** One below the other, with their heading. */
  tall?: boolean
}

/** The topics that somebody chooses. */
export function TopicTicks({ topics, isChosen, error, tall = false }: TopicTicksProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className={tall ? 'mb-1' : 'sr-only'}>{tall ? <h2 className="text-h3">Topics</h2> : 'Topics'}</legend>
      <div className={classNames('flex flex-wrap gap-x-5', tall && 'flex-col')}>
        {topics.map(({ id, name }) => (
          <label
            key={id}
            className={classNames(
              'flex items-center gap-2 pointer-coarse:min-h-11',
              tall ? 'min-h-11' : 'min-h-8 text-small',
            )}
          >
            <input
              type="checkbox"
              name="topics"
              value={id}
              defaultChecked={isChosen(id)}
              className="size-4 accent-primary"
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
