import { coverName, coverOf, coverPath } from '#contract/cover.ts'
import { Still } from '#site/page/still.tsx'
import { Section } from '#ui/layout.tsx'
import { useRouter } from '#ui/router.ts'
import DrawYours from '#web/draw-yours.tsx'
import { Head } from '#web/head.tsx'

/** The form without scripts sends the name in the query. */
export const search = (given: URLSearchParams) => ({ name: given.get('name') })

/** The cover of any name. Nothing is stored, and no search engine lists it: the names are those of visitors. */
export default function CoverPage() {
  const { params, location } = useRouter()
  const { pathname, search: query } = location
  const name = coverName(new URLSearchParams(query).get('name') ?? params['name'] ?? '')
  const path = name ? coverPath(name) : '/cover'
  return (
    <Still path={path}>
      <Head
        title="Draw yours"
        description="A cover, drawn by code from the letters of a name."
        path={path}
        noIndex
        {...(pathname + query !== path && { movedTo: path })}
        {...(name && {
          cover: coverOf({ slug: name, category: '' }),
          cardTitle: name,
          cardEyebrow: 'A cover, drawn from a name',
        })}
      />
      <Section aria-labelledby="name">
        <DrawYours name={name}>
          <h1 id="name" className={name ? 'text-h2 wrap-anywhere' : 'text-h1'}>
            {name ? (
              <>
                A cover for <bdi data-drawn-name>{name}</bdi>
              </>
            ) : (
              'Draw yours'
            )}
          </h1>
          <p className="mt-5 max-w-measure text-lead text-muted">
            Code draws it from the letters of the name. One letter more, and it is another cover.
          </p>
        </DrawYours>
      </Section>
    </Still>
  )
}
