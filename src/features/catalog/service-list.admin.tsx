import { services } from './catalog-kinds.admin.tsx'
import { CatalogList } from './catalog-list.admin.tsx'

const ServiceListScreen = () => <CatalogList kind={services} />
export default ServiceListScreen
