import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Products" />
      <h1>Products</h1>
    </div>
  )
}
