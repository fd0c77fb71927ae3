import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/use-preview.ts'
import { CaseArticle } from './case-article.tsx'
import { type CaseValues, filledFigures } from './case-resource.admin.ts'

/** The case study as its page will show it: the page's own component with the values of the form. */
export function CasePreview({ values }: { values: CaseValues }) {
  const { title, client, industry, problem, solution, serviceIds, imageUrl } = values
  const { data: services = [] } = useQuery(
    adminQuery<{ _id: string; title: string; category: string }[]>('/api/services'),
  )
  const texts = [useRenderedContent(problem, 1), useRenderedContent(solution, 1)]
  const [problemHtml = '', solutionHtml = ''] = texts.map(({ rendered }) => rendered?.html ?? '')
  const refused = texts.find((text) => text.refused)?.refused
  const [updatedAt] = useState(() => new Date().toISOString())
  return (
    <>
      {refused && <RefusedText>{refused}</RefusedText>}
      <CaseArticle
        of={{
          ...values,
          _id: '',
          title: title || 'Untitled',
          client: client || 'Client',
          industry: industry || 'Industry',
          imageUrl: imageUrl || undefined,
          figures: filledFigures(values.figures),
          services: services
            .filter(({ _id }) => serviceIds.includes(_id))
            .map(({ _id, title, category }) => ({ title, category, anchor: _id })),
          problemHtml,
          solutionHtml,
          updatedAt,
        }}
      />
    </>
  )
}
