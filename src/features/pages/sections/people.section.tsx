import { Avatar } from '#ui/avatar.tsx'
import { Titled } from './parts.tsx'
import type { kind } from './people.contract.ts'
import type { Shown } from './section.contract.ts'

export const Section = ({ title, people }: Shown<typeof kind>) => (
  <Titled title={title}>
    <ul className="grid gap-x-10 border-b border-line sm:grid-cols-2 lg:grid-cols-3">
      {people.map(({ name, role, imageUrl, text }, index) => (
        <li key={index} className="flex gap-5 border-t border-line py-7">
          <Avatar name={name} url={imageUrl} size={88} />
          <div>
            <h3 dir="auto" className="text-h3">
              {name}
            </h3>
            <p dir="auto" className="text-small text-muted">
              {role}
            </p>
            {text && (
              <p dir="auto" className="mt-1.5 text-small whitespace-pre-line text-muted">
                {text}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  </Titled>
)
