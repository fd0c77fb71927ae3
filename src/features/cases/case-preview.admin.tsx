import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminQuery } from '#admin/api/queries.ts'
import { RefusedText } from '#admin/preview/form-preview.tsx'
import { useRenderedContent } from '#admin/preview/use-preview.ts'
import { CaseArticle } from './case-article.tsx'
import { type CaseValues, filledFigures } from './case-resource.admin.ts'

type Service = { _id: string; title: string; category: string }

/** All services, to choose from. */
export const useServices = () => useQuery(adminQuery<Service[]>('/api/services')).data ?? []

/** The parts of a case study that its page and its drawn cover show, which the form holds as rows and ids. */
export const shownParts = ({ figures, serviceIds }: CaseValues, services: Service[]) => ({
  figures: filledFigures(figures),
  services: services
    .filter(({ _id }) => serviceIds.includes(_id))
    .map(({ _id, title, category }) => ({ title, category, anchor: _id })),
})

/** The case study as its page will show it: the page's own component with the values of the form. */
export function CasePreview({ values }: { values: CaseValues }) {
  const { title, client, industry, problem, solution, imageUrl } = values
  const services = useServices()
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
          ...shownParts(values, services),
          problemHtml,
          solutionHtml,
          updatedAt,
        }}
      />
    </>
  )
}
