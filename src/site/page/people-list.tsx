import type { ReactNode } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { classNames } from '#ui/class-names.ts'

type Listed = {
  name: string
  role?: string
  imageUrl?: string | undefined
  text?: string | undefined
  below?: ReactNode
}

type PeopleListProps = { people: Listed[]; heading?: 'h2' | 'h3' }

/** People in a ruled list: a picture or the initials, a few words, and what is below them. */
export const PeopleList = ({ people, heading: Heading = 'h3' }: PeopleListProps) => (
  <ul
    className={classNames(
      'grid gap-x-10 border-b border-line',
      people.length > 1 && 'sm:grid-cols-2',
      people.length > 2 && people.length !== 4 && 'lg:grid-cols-3',
    )}
  >
    {people.map(({ name, role, imageUrl, text, below }, index) => (
      <li key={index} className="flex gap-5 border-t border-line py-7">
        <Avatar name={name} url={imageUrl} size={88} />
        <div className="flex min-w-0 flex-1 flex-col">
          <Heading dir="auto" className="text-h3">
            {name}
          </Heading>
          {role && (
            <p dir="auto" className="mt-1 text-small font-[560]">
              {role}
            </p>
          )}
          {text && (
            <p dir="auto" className="mt-1.5 max-w-measure me-auto text-small whitespace-pre-line text-muted">
              {text}
            </p>
          )}
          {below}
        </div>
      </li>
    ))}
  </ul>
)
