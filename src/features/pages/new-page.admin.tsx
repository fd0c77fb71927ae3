import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lookup } from '#contract/lookup.ts'
import { Link } from '#ui/link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCompany } from '#web/company-context.tsx'
import { SectionDrawing } from './form/section-drawings.admin.tsx'
import { pageTemplates, valuesOfTemplate } from './page-templates.ts'

// The choice opens at once, without the editor of the form.
const PageFormScreen = lazy(() => import('./page-form.admin.tsx'))

/** A new page begins with the choice of a template, and then is its form. */
export default function NewPageScreen() {
  const company = useCompany()
  const [parameters] = useSearchParams()
  const template = lookup(pageTemplates, parameters.get('from'))
  if (template)
    return (
      <Suspense fallback={<Spinner />}>
        <PageFormScreen given={valuesOfTemplate(template, company)} />
      </Suspense>
    )
  return (
    <>
      <h1 className="text-h1">New page</h1>
      <p className="mt-1 text-muted">Choose a template. You can change everything later.</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(pageTemplates).map(([name, template]) => (
          <li key={name}>
            <Link
              to={`/admin/pages/new?from=${name}`}
              className="flex h-full gap-4 rounded-control border border-line bg-raised p-4 hover:border-edge hover:bg-primary-soft"
            >
              <Drawing kinds={template.sections(company).map(({ kind }) => kind)} />
              <span className="min-w-0">
                <span className="block font-[560]">{template.name}</span>
                <span className="mt-1 block text-small text-muted">{template.about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The page of a template, as the drawings of its first sections. */
const Drawing = ({ kinds }: { kinds: string[] }) => (
  <span
    aria-hidden="true"
    className="flex h-36 w-20 shrink-0 flex-col overflow-hidden rounded-mark border border-line bg-paper text-muted"
  >
    {kinds.length === 0 && <Plus className="m-auto size-6" />}
    {kinds.map((kind, at) => (
      <SectionDrawing key={`${kind} ${at}`} kind={kind} className="w-full shrink-0 border-0!" />
    ))}
  </span>
)
