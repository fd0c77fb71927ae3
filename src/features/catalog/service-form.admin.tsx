import { CatalogForm } from './catalog-form.admin.tsx'
import { services } from './catalog-kinds.admin.tsx'

const ServiceFormScreen = () => <CatalogForm kind={services} />
export default ServiceFormScreen
