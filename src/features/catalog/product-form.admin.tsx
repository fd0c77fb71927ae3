import { CatalogForm } from './catalog-form.admin.tsx'
import { products } from './catalog-kinds.admin.tsx'

const ProductFormScreen = () => <CatalogForm kind={products} />
export default ProductFormScreen
