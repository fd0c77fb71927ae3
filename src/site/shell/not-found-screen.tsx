import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { SearchBox } from '#site/list/search-box.tsx'
import { Section } from '#ui/layout.tsx'
import { Link } from '#ui/link.tsx'
import { listPath } from '#web/api-query.ts'
import { Head } from '#web/head.tsx'
import { PageHero } from '#web/page-hero.tsx'

const places = [
  { to: '/', label: 'Home', text: 'Who we are and what we do, on one page' },
  { to: '/services', label: 'Services', text: 'Cloud, data analytics, AI and training' },
  { to: '/blog', label: 'Blog', text: 'What we have learnt, written down' },
  { to: '/courses', label: 'Courses', text: 'Expert-led, with dates and prices' },
  { to: '/contact', label: 'Contact', text: 'Tell us what you were looking for' },
]

/** The page of an unknown address: a search and links to the main pages. */
export function NotFoundScreen() {
  return (
    <>
      <Head title="Page not found" status={404} />
      <PageHero
        eyebrow="Error 404"
        title="Page not found"
        lead="The address may be old, or mistyped by a letter. What you were after is probably still here."
        aside={<LostLine />}
      >
        <BlogSearch />
      </PageHero>
      <Section space="band" aria-labelledby="places">
        <h2 id="places" className="text-h3">
          Or go on from here
        </h2>
        <ul className="mt-4 max-w-[52rem] border-t border-line">
          {places.map(({ to, label, text }) => (
            <li key={to} className="relative grid gap-x-6 border-b border-line py-4 sm:grid-cols-[10rem_1fr]">
              <Link to={to} className="link-quiet link-cover font-[560] text-primary">
                {label}
              </Link>
              <span className="text-muted">{text}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

/** A search of the blog as a plain GET form. */
function BlogSearch() {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(listPath('/blog', { search: String(new FormData(event.currentTarget).get('search')).trim() }))
  }
  return (
    <search>
      <form action="/blog" onSubmit={search} className="max-w-[30rem]">
        <SearchBox label="Search articles" placeholder="Search articles..." value="" />
      </form>
    </search>
  )
}

/** A decoration: a line that leaves its path and ends in a question mark. */
const LostLine = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 440 240"
    className="w-full max-w-md text-line max-lg:hidden"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
  >
    <path d="M0 48h440M0 96h440M0 144h440M0 192h440" />
    <path
      className="text-primary"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      d="M0 144h150c44 0 44-48 88-48h10c40 0 56 24 56 50 0 34-44 40-58 22-16-20 6-66 60-66"
    />
    <circle className="text-accent" fill="currentColor" stroke="none" cx="322" cy="101" r="7" />
    <path
      className="text-edge"
      stroke="currentColor"
      strokeDasharray="2 9"
      strokeLinecap="round"
      strokeWidth="3"
      d="M342 97c30-5 60-1 98-1"
    />
  </svg>
)
