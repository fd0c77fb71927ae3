import { useQuery } from '@tanstack/react-query'
import { Avatar } from '#ui/avatar.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { peopleQuery } from './about.queries.ts'
import type { ShownPerson } from './people.contract.ts'

/** The authors and instructors. If there are none, or they cannot be loaded, the page omits this section. */
export function People() {
  const people = useQuery(peopleQuery).data?.people ?? []
  if (people.length === 0) return null
  return (
    <Section aria-labelledby="people">
      <h2 id="people" className="text-h2">
        Who writes and teaches
      </h2>
      <p className="mt-3 max-w-measure text-muted">
        The names under our articles and in front of our courses. These are the people who answer you, too.
      </p>
      <ul className="mt-10 grid gap-x-10 border-b border-line sm:grid-cols-2 lg:grid-cols-3">
        {people.map((person) => (
          <PersonEntry key={person.name} person={person} />
        ))}
      </ul>
    </Section>
  )
}

const kinds = {
  post: { word: 'Latest article', path: '/blog' },
  course: { word: 'Teaches', path: '/courses' },
}

function PersonEntry({ person: { name, avatarUrl, intro, latest } }: { person: ShownPerson }) {
  const { word, path } = kinds[latest.kind]
  return (
    <li className="flex gap-5 border-t border-line py-7">
      <Avatar name={name} url={avatarUrl} size={88} />
      <div className="flex flex-col">
        <h3 className="text-h3">{name}</h3>
        {intro && <p className="mt-1.5 text-small text-muted">{intro}</p>}
        <p className="mt-auto pt-4 text-fine text-muted">
          {word}
          <Link
            to={`${path}/${latest.slug}`}
            className="link-quiet block py-0.5 text-small font-[560] text-primary pointer-coarse:py-2.5"
          >
            {latest.title}
          </Link>
        </p>
      </div>
    </li>
  )
}
