import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Blog" />
      <h1>Blog</h1>
    </div>
  )
}
