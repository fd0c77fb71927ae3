import { products } from './catalog-kinds.admin.tsx'
import { CatalogList } from './catalog-list.admin.tsx'

const ProductListScreen = () => <CatalogList kind={products} />
export default ProductListScreen
