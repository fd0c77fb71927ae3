import { OrderedList } from '#admin/lists/ordered-list.tsx'
import type { StaffProduct, StaffService } from './catalog.contract.ts'
import { type CatalogKind, catalogName } from './catalog-kinds.admin.tsx'
import { ServiceIcon } from './service-icon.part.tsx'

/** The list of products or services; services show their icon. */
export const CatalogList = ({ kind }: { kind: CatalogKind }) => (
  <OrderedList<StaffProduct | StaffService>
    resource={kind}
    nameOf={catalogName}
    detailOf={({ category }) => category}
    lead={(item) =>
      'icon' in item && <ServiceIcon name={item.icon} className="mr-2 size-5 shrink-0 text-primary max-sm:hidden" />
    }
  />
)
