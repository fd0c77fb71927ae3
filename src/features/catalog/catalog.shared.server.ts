import type { Database } from '#server/database/connect.ts'
import { isLive, isPresent } from '#server/database/lifecycle.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { products, services } from './catalog.table.ts'
import { withAnchors } from './service-anchors.contract.ts'

/** The conditions that a product or service is not in the trash, and that visitors see it. */
export const isPresentProduct = isPresent(products)
export const isPresentService = isPresent(services)
export const isPublicService = (now: string) => isLive(services, 'active', now)

type PublicService = { _id: string; title: string; category: string; anchor: string }

/** The services that visitors see, with the ids that they have on their page. */
export async function publicServices({ db, now }: Database): Promise<PublicService[]> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .where(isPublicService(now()))
    .orderBy('order')
    .orderBy('id')
    .execute()
  const found = rows.map((row) => withPublicId(services.decode(row)))
  return withAnchors(found).map(({ service: { _id, title, category }, id }) => ({ _id, title, category, anchor: id }))
}
