import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Post" />
      <h1>Post</h1>
    </div>
  )
}
